/**
 * Bills for a change of plan that are not paid yet (H38). What is set off in one is the unused part of the running period, so it holds
 * for a while only: it stands in the way of no renewal, and it ends with that period at the latest.
 */
import { DAY_MS } from '#contracts/units/time.ts'
import { orderMail } from '#platform/mail/mail-outbox.ts'
import type { PoolClient, Queryable } from '#platform/postgres/postgres.ts'
import { cancelOpenCharges, openCharge, type StoredInvoice } from '../invoices/invoices.ts'
import { runningPeriodEnd, type LockedSubscription } from './subscription-rows.ts'

/** How many days before the end of the running period the next one is billed. */
export const BILL_DAYS_BEFORE = 7
const DUE_DAYS = 14
/** A transfer takes a day or two: an upgrade is given no less time before the renewal is billed in its place. */
const SHORTEST_DAYS = 3
/** A transfer that was made on the last day is not refused. */
const ARRIVAL_DAYS = 3

const daysAfter = (at: Date, days: number) => new Date(at.getTime() + days * DAY_MS)
const earlier = (a: Date, b: Date) => (a < b ? a : b)

/**
 * Until when a change is to be paid, or a refund to be made: fourteen days. A change of a period that runs until `periodEnd` has time
 * until the renewal is billed; chosen later than that, or shortly before it, until the period ends.
 */
export function changeDueAt(at: Date, periodEnd: Date | null): Date {
  const due = daysAfter(at, DUE_DAYS)
  if (!periodEnd) return due
  const billedAt = daysAfter(periodEnd, -BILL_DAYS_BEFORE)
  return earlier(due, daysAfter(at, SHORTEST_DAYS) <= billedAt ? billedAt : periodEnd)
}

/** True while an upgrade waits for its payment: choosing the present plan takes it back. */
export async function upgradeAwaitsPayment(
  db: Queryable,
  { userId, periodEnd }: { userId: number; periodEnd: Date | null },
  now: Date,
): Promise<boolean> {
  return periodEnd !== null && periodEnd > now && (await openCharge(db, userId))?.reason === 'change'
}

/** Whether the period whose unused part is set off still runs. True for a bill in which nothing is. */
export function creditHolds({ creditAmd }: StoredInvoice, locked: LockedSubscription, now: Date): boolean {
  const end = runningPeriodEnd(locked)
  return creditAmd === 0 || (locked.status !== 'trial_expired' && end !== null && end > now)
}

/** Businesses that have not paid for an upgrade in time; of $1, the moment. A suspended one cannot choose again, and is left alone. */
export const UNPAID_UPGRADES = `
  SELECT p.user_id AS id FROM invoices i JOIN business_profiles p ON p.user_id = i.business_id
  WHERE p.status IN ('active', 'trial_expired') AND i.state = 'open' AND i.kind = 'charge' AND i.reason = 'change' AND i.credit_amd > 0
    AND i.due_at <= $1::timestamptz - make_interval(days => ${ARRIVAL_DAYS})`

/** True where there was one that had waited for too long. To be run under the lock of the business's row. */
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
 * H24: what waited for a period that has ended unpaid. What was chosen for its end is forgotten, and a bill in which a part of it is set off is
 * withdrawn. To be run under the lock of the business's row. The bill that stays, by whose payment the business comes back; undefined where none does.
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

/** Withdraws the open bill of a business that has not asked for that, and tells it to choose again. */
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
