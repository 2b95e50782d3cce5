/**
 * Unpaid plan changes (H38). Their credit is the unused part of the running period, so they end with it at the latest
 * and never block a renewal.
 */
import { DAY_MS } from '#contracts/units/time.ts'
import { orderMail } from '#platform/mail/mail-outbox.ts'
import type { PoolClient, Queryable } from '#platform/postgres/postgres.ts'
import { cancelOpenCharges, openCharge, type StoredInvoice } from '../invoices/invoices.ts'
import { runningPeriodEnd, type LockedSubscription } from './subscription-rows.ts'

/** Days before the period's end at which the next is billed. */
export const BILL_DAYS_BEFORE = 7
const DUE_DAYS = 14
/** A transfer takes a day or two, so an upgrade gets this time before the renewal replaces it. */
const SHORTEST_DAYS = 3
/** Grace for transfers made on the last day. */
const ARRIVAL_DAYS = 3

const daysAfter = (at: Date, days: number) => new Date(at.getTime() + days * DAY_MS)
const earlier = (a: Date, b: Date) => (a < b ? a : b)

/**
 * Due date of a change or refund: fourteen days. A change of a period up to `periodEnd` is due when the renewal is
 * billed or, if chosen too late for that, at the period's end.
 */
export function changeDueAt(at: Date, periodEnd: Date | null): Date {
  const due = daysAfter(at, DUE_DAYS)
  if (!periodEnd) return due
  const billedAt = daysAfter(periodEnd, -BILL_DAYS_BEFORE)
  return earlier(due, daysAfter(at, SHORTEST_DAYS) <= billedAt ? billedAt : periodEnd)
}

/** Whether an upgrade is unpaid; choosing the present plan undoes it. */
export async function upgradeAwaitsPayment(
  db: Queryable,
  { userId, periodEnd }: { userId: number; periodEnd: Date | null },
  now: Date,
): Promise<boolean> {
  return periodEnd !== null && periodEnd > now && (await openCharge(db, userId))?.reason === 'change'
}

/** Whether the credited period still runs; true without credit. */
export function creditHolds({ creditAmd }: StoredInvoice, locked: LockedSubscription, now: Date): boolean {
  const end = runningPeriodEnd(locked)
  return creditAmd === 0 || (locked.status !== 'trial_expired' && end !== null && end > now)
}

/** Businesses with an overdue upgrade at $1. Suspended ones cannot choose again, and are skipped. */
export const UNPAID_UPGRADES = `
  SELECT p.user_id AS id FROM invoices i JOIN business_profiles p ON p.user_id = i.business_id
  WHERE p.status IN ('active', 'trial_expired') AND i.state = 'open' AND i.kind = 'charge' AND i.reason = 'change' AND i.credit_amd > 0
    AND i.due_at <= $1::timestamptz - make_interval(days => ${ARRIVAL_DAYS})`

/** Withdraws an overdue upgrade; false if there is none. Run under the business's row lock. */
export async function withdrawUnpaidUpgrade(
  client: PoolClient,
  { businessId }: LockedSubscription,
  now: Date,
): Promise<boolean> {
  const open = await openCharge(client, businessId)
  if (open?.reason !== 'change' || open.creditAmd === 0 || daysAfter(open.dueAt, ARRIVAL_DAYS) > now) return false
  await withdrawByItself(client, open, now)
  return true
}

/**
 * H24: clears changes scheduled for the ended period, and withdraws an invoice that credits it. Run under the
 * business's row lock. Returns the remaining invoice, whose payment reactivates the business.
 */
export async function endWithPeriod(
  client: PoolClient,
  businessId: number,
  now: Date,
): Promise<StoredInvoice | undefined> {
  await client.query(
    `UPDATE business_profiles SET next_plan = NULL, next_cycle = NULL, cancels_at_end = false, updated_at = now() WHERE user_id = $1 AND next_from IS NULL`,
    [businessId],
  )
  const open = await openCharge(client, businessId)
  if (!open || open.creditAmd === 0) return open
  await withdrawByItself(client, open, now)
  return undefined
}

/** Withdraws the open invoice unasked, and mails the business to choose again. */
export async function withdrawByItself(
  client: PoolClient,
  { id, businessId, number, plan }: StoredInvoice,
  now: Date,
): Promise<void> {
  await cancelOpenCharges(client, businessId, now)
  await orderMail(client, {
    cause: `invoice-withdrawn:${id}`,
    template: 'invoice_withdrawn',
    userId: businessId,
    parameters: { number, plan },
  })
}
