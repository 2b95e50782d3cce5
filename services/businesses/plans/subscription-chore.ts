/**
 * Chore for subscriptions in Yerevan's calendar: bills a week ahead, starts paid plans, ends unpaid ones (H24). Several
 * processes may run it, because each step holds the business's lock.
 */
import { isolateFailures, type Each } from '#platform/process/isolate-failures.ts'
import { bySystem } from '#platform/outbox/event-outbox.ts'
import { orderMail } from '#platform/mail/mail-outbox.ts'
import type { Pool, PoolClient } from '#platform/postgres/postgres.ts'
import { inTransaction } from '#platform/postgres/transaction.ts'
import { applyPayment, countBeforeLimit, type AwardsOfMonth } from '../invoices/apply-payment.ts'
import { billInMail, issueInvoice, openCharge } from '../invoices/invoices.ts'
import {
  BILL_DAYS_BEFORE,
  endWithPeriod,
  UNPAID_UPGRADES,
  withdrawByItself,
  withdrawUnpaidUpgrade,
} from './open-changes.ts'
import type { PaymentProvider } from '../payments/port.ts'
import { readSeller } from '../payments/seller.ts'
import { readPlanTerms } from './plan-terms.ts'
import { priceOf } from '#contracts/units/price.ts'
import { DAY_MS, yerevanMonth } from '#contracts/units/time.ts'
import { countAtLeast } from '../counter/quota.ts'
import { recordPlanChange, recordPlanLapse } from './record-plan-change.ts'
import { lockSubscription, type LockedSubscription } from './subscription-rows.ts'

const BATCH = 500
/** An API with the old plan cached for a second may award without a place: count again within this time. */
const COUNT_AGAIN_MS = 10 * 60 * 1000

export type SubscriptionRound = { billed: number; begun: number; lapsed: number; withdrawn: number; counted: number }
type Deps = { provider: PaymentProvider; awardsOfMonth: AwardsOfMonth }

/** Throws after the round if some failed. */
export const lookAfterSubscriptions = (pool: Pool, now: Date, deps: Deps): Promise<SubscriptionRound> =>
  isolateFailures(async (each) => {
    const begun = await eachLocked(each, pool, BEGINNING, [now], (client, locked) => begin(client, locked, now, deps))
    const lapsed = await eachLocked(each, pool, ENDED, [now], (client, locked) => lapse(client, locked, now))
    const withdrawn = await eachLocked(each, pool, UNPAID_UPGRADES, [now], (client, locked) =>
      withdrawUnpaidUpgrade(client, locked, now),
    )
    const untilMs = now.getTime() + BILL_DAYS_BEFORE * DAY_MS
    const billed = await eachLocked(each, pool, TO_BILL, [now, new Date(untilMs)], (client, locked) =>
      bill(client, locked, now, deps),
    )
    return { billed, begun, lapsed, withdrawn, counted: await countAgain(each, pool, now, deps) }
  })

const BEGINNING = `SELECT user_id AS id FROM business_profiles WHERE next_from <= $1 AND status <> 'closed'`
const ENDED = `SELECT user_id AS id FROM business_profiles WHERE status = 'active' AND subscription_end_date <= $1`
const TO_BILL = `
  SELECT user_id AS id FROM business_profiles p
  WHERE status = 'active' AND subscription_end_date > $1 AND subscription_end_date <= $2 AND next_from IS NULL AND NOT cancels_at_end
    AND NOT EXISTS (SELECT FROM invoices i WHERE i.business_id = p.user_id AND i.state = 'open' AND i.kind = 'charge'
      AND NOT (i.reason = 'change' AND i.due_at <= $1))`

type Step = (client: PoolClient, locked: LockedSubscription) => Promise<boolean>

/** Random order keeps failing rows from starving others. */
async function eachLocked(each: Each, pool: Pool, text: string, values: Date[], step: Step): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(`${text} ORDER BY random() LIMIT ${BATCH}`, values)
  return each(rows, ({ id }) =>
    inTransaction(pool, async (client) => {
      const locked = await lockSubscription(client, id)
      // A closed business owes nothing, and nothing is recorded after its end.
      return locked !== undefined && locked.status !== 'closed' && step(client, locked)
    }),
  )
}

/** Starts the paid next period; retried next round if the month's awards cannot be counted yet. */
async function begin(
  client: PoolClient,
  locked: LockedSubscription,
  now: Date,
  { awardsOfMonth }: Deps,
): Promise<boolean> {
  const { businessId, plan, cycle, nextPlan, nextCycle, nextFrom, periodEnd } = locked
  if (!nextFrom || nextFrom > now || !nextPlan || !nextCycle) return false
  await countBeforeLimit(client, businessId, { from: plan, to: nextPlan, now, awardsOfMonth })
  await client.query(
    `UPDATE business_profiles SET subscription_plan = $2, billing_cycle = $3, subscription_start_date = $4, next_plan = NULL, next_cycle = NULL,
       next_from = NULL, plan_changed_at = $5, updated_at = now() WHERE user_id = $1`,
    [businessId, nextPlan, nextCycle, nextFrom, now],
  )
  if (plan !== nextPlan || cycle !== nextCycle) {
    const change = {
      fromPlan: plan,
      toPlan: nextPlan,
      fromCycle: cycle,
      toCycle: nextCycle,
      paidUntil: periodEnd?.toISOString() ?? null,
      reactivates: false,
    }
    await recordPlanChange(
      client,
      businessId,
      change,
      bySystem(`begin-period:${businessId}:${nextFrom.toISOString()}`, now),
    )
  }
  return true
}

/** H24: ends an unpaid plan. Paying the open invoice reactivates the business, unless that credits the ended period. */
async function lapse(client: PoolClient, locked: LockedSubscription, now: Date): Promise<boolean> {
  const { businessId, status, plan, periodEnd, nextFrom } = locked
  if (status !== 'active' || !periodEnd || periodEnd > now || nextFrom) return false
  await client.query(`UPDATE business_profiles SET status = 'trial_expired', updated_at = now() WHERE user_id = $1`, [
    businessId,
  ])
  const paidUntil = periodEnd.toISOString()
  await recordPlanLapse(client, businessId, { plan, paidUntil }, bySystem(`lapse-plan:${businessId}:${paidUntil}`, now))
  const open = await endWithPeriod(client, businessId, now)
  await orderMail(client, {
    cause: `plan-lapsed:${businessId}:${paidUntil}`,
    template: 'plan_lapsed',
    userId: businessId,
    parameters: { plan, endsAt: paidUntil, ...billInMail(open) },
  })
  return true
}

/**
 * Bills the next period, replacing an overdue upgrade. A free one is settled at once, because nobody could confirm it;
 * without a seller, one with a price waits.
 */
async function bill(
  client: PoolClient,
  locked: LockedSubscription,
  now: Date,
  { provider, awardsOfMonth }: Deps,
): Promise<boolean> {
  const { businessId, status, periodEnd, nextFrom, endsAtPeriodEnd, plan, cycle, nextPlan, nextCycle } = locked
  if (status !== 'active' || !periodEnd || periodEnd <= now || nextFrom || endsAtPeriodEnd) return false
  const next = { plan: nextPlan ?? plan, cycle: nextCycle ?? cycle }
  const priceAmd = priceOf((await readPlanTerms(client))[next.plan], next.cycle)
  const seller = await readSeller(client)
  if (!seller && priceAmd > 0) return false
  const open = await openCharge(client, businessId)
  if (open && (open.reason !== 'change' || open.dueAt > now)) return false
  if (open) await withdrawByItself(client, open, now)
  const invoice = await issueInvoice(client, {
    businessId,
    kind: 'charge',
    reason: 'renewal',
    ...next,
    priceAmd,
    creditAmd: 0,
    issuedAt: now,
    dueAt: periodEnd,
    provider: provider.name,
    seller,
  })
  if (invoice.amountAmd > 0) return true
  const recording = bySystem(`renew-free:${businessId}:${periodEnd.toISOString()}`, now)
  await applyPayment(client, { invoice, locked, recording, awardsOfMonth, confirmedBy: null, reference: null })
  return true
}

async function countAgain(each: Each, pool: Pool, now: Date, { awardsOfMonth }: Deps): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `SELECT user_id AS id FROM business_profiles WHERE plan_changed_at > $1 AND status <> 'closed'`,
    [new Date(now.getTime() - COUNT_AGAIN_MS)],
  )
  const month = yerevanMonth(now)
  return each(rows, async ({ id }) => countAtLeast(pool, id, month, await awardsOfMonth(pool, id, month)))
}
