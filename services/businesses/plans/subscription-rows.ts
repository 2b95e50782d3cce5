/** The subscription's row, locked until the transaction ends. */
import type { Cycle, Plan } from '#contracts/pages/plans.ts'
import type { BusinessStatus } from '#contracts/calls/account/session.ts'
import type { PoolClient, Queryable } from '#platform/postgres/postgres.ts'
import type { SubscriptionState } from './decide-plan-change.ts'
import { INVOICE_COLUMNS, openCharge, type StoredInvoice } from '../invoices/invoices.ts'

export type LockedSubscription = {
  businessId: number
  status: BusinessStatus
  plan: Plan
  cycle: Cycle
  trialEndDate: Date | null
  periodStart: Date | null
  /** End of all paid time; includes the next period if `nextFrom` is set. */
  periodEnd: Date | null
  periodDay: number | null
  nextPlan: Plan | null
  nextCycle: Cycle | null
  nextFrom: Date | null
  endsAtPeriodEnd: boolean
  perks: number
}

const COLUMNS = `p.user_id AS "businessId", p.status, p.subscription_plan AS plan, p.billing_cycle AS cycle, p.trial_end_date AS "trialEndDate",
  p.subscription_start_date AS "periodStart", p.subscription_end_date AS "periodEnd", p.period_day AS "periodDay", p.next_plan AS "nextPlan",
  p.next_cycle AS "nextCycle", p.next_from AS "nextFrom", p.cancels_at_end AS "endsAtPeriodEnd"`

/** Locks before counting perks, because creating a perk takes the same lock. */
export async function lockSubscription(
  client: PoolClient,
  businessId: number,
): Promise<LockedSubscription | undefined> {
  const found = await client.query<Omit<LockedSubscription, 'perks'>>(
    `SELECT ${COLUMNS} FROM business_profiles p WHERE p.user_id = $1 FOR UPDATE`,
    [businessId],
  )
  const row = found.rows[0]
  if (!row) return undefined
  const counted = await client.query<{ perks: number }>(
    `SELECT count(*)::int AS perks FROM perks k JOIN business_profiles p ON p.id = k.business_profile_id WHERE p.user_id = $1 AND k.deleted_at IS NULL`,
    [businessId],
  )
  return { ...row, perks: counted.rows[0]?.perks ?? 0 }
}

export function runningPeriodEnd({
  periodEnd,
  nextFrom,
}: Pick<LockedSubscription, 'periodEnd' | 'nextFrom'>): Date | null {
  return nextFrom ? new Date(nextFrom.getTime() - 1_000) : periodEnd
}

/** The start of the next period, paid or not. Null if nothing is paid now. */
export function nextPeriodStart({
  periodEnd,
  nextFrom,
}: Pick<LockedSubscription, 'periodEnd' | 'nextFrom'>): Date | null {
  return nextFrom ?? (periodEnd && new Date(periodEnd.getTime() + 1_000))
}

/** Undefined if refunded. */
export async function invoiceOfPeriod(
  db: Queryable,
  { businessId, periodStart }: Pick<LockedSubscription, 'businessId' | 'periodStart'>,
): Promise<StoredInvoice | undefined> {
  const { rows } = await db.query<StoredInvoice>(
    `SELECT ${INVOICE_COLUMNS} FROM invoices i
     WHERE business_id = $1 AND kind = 'charge' AND state = 'paid' AND period_start = $2
       AND NOT EXISTS (SELECT FROM invoices refund WHERE refund.refunds = i.id)
     ORDER BY i.id DESC LIMIT 1`,
    [businessId, periodStart],
  )
  return rows[0]
}

export async function subscriptionState(
  client: PoolClient,
  locked: LockedSubscription,
  now: Date,
): Promise<SubscriptionState> {
  const { plan, cycle, periodStart, nextPlan, nextCycle, nextFrom, endsAtPeriodEnd, perks, status } = locked
  const end = runningPeriodEnd(locked)
  const runs = status === 'active' && periodStart !== null && end !== null && end > now
  const paid = runs ? await invoiceOfPeriod(client, locked) : undefined
  return {
    plan,
    cycle,
    // The full price, because part of it may have been credited from an earlier period.
    period: runs ? { start: periodStart, end, paidAmd: paid?.priceAmd ?? 0 } : null,
    nextPlan,
    nextCycle,
    endsAtPeriodEnd,
    nextIsPaid: nextFrom !== null,
    upgradeIsOpen: runs && (await openCharge(client, locked.businessId))?.reason === 'change',
    perks,
  }
}
