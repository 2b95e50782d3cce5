/** Effects of a paid invoice: the plan starts, or the next period is secured (H22, H38). */
import type { Plan } from '#contracts/pages/plans.ts'
import { yerevanMonth } from '#contracts/units/time.ts'
import { isInTrial } from '#contracts/pages/trial.ts'
import type { Recording } from '#platform/outbox/event-outbox.ts'
import type { PoolClient, Queryable } from '#platform/postgres/postgres.ts'
import { INVOICE_COLUMNS, type StoredInvoice } from './invoices.ts'
import { firstPeriod, periodAfter, type Period } from '../plans/periods.ts'
import { readPlanTerms } from '../plans/plan-terms.ts'
import { countAtLeast } from '../counter/quota.ts'
import { recordPlanChange } from '../plans/record-plan-change.ts'
import { statusAfter } from '../status/status.ts'
import type { LockedSubscription } from '../plans/subscription-rows.ts'

/**
 * Awards in a month ('YYYY-MM' in Yerevan) by the read models, plus unsettled places. Pass the transaction's own
 * connection: waiting for a second one can deadlock the pool.
 */
export type AwardsOfMonth = (db: Queryable, businessId: number, month: string) => Promise<number>

type Payment = {
  invoice: StoredInvoice
  locked: LockedSubscription
  recording: Recording
  awardsOfMonth: AwardsOfMonth
  /** users.id; null if nothing was due. */
  confirmedBy: number | null
  reference: string | null
}

/** Run under the business's row lock. */
export async function applyPayment(client: PoolClient, payment: Payment): Promise<StoredInvoice> {
  const { invoice, locked, recording } = payment
  const now = recording.at
  const { businessId, plan, cycle, periodEnd, periodDay } = locked
  const status = statusAfter(locked.status, 'pay', { entitled: true }) ?? locked.status
  const follows =
    invoice.reason === 'renewal' && periodEnd !== null && periodEnd > now && locked.status !== 'trial_expired'
  const period = follows
    ? periodAfter({ end: periodEnd, day: periodDay ?? 31 }, invoice.cycle)
    : periodFromNow(locked, invoice, now)
  if (follows) {
    await client.query(
      `UPDATE business_profiles SET subscription_end_date = $2, next_from = $3, next_plan = $4, next_cycle = $5, updated_at = now() WHERE user_id = $1`,
      [businessId, period.end, period.start, invoice.plan, invoice.cycle],
    )
  } else {
    await countBeforeLimit(client, businessId, {
      from: plan,
      to: invoice.plan,
      now,
      awardsOfMonth: payment.awardsOfMonth,
    })
    await client.query(
      `UPDATE business_profiles SET status = $2, subscription_plan = $3, billing_cycle = $4, subscription_start_date = $5,
         subscription_end_date = $6, period_day = $7, next_plan = NULL, next_cycle = NULL, next_from = NULL, cancels_at_end = false,
         plan_changed_at = $8, updated_at = now() WHERE user_id = $1`,
      [businessId, status, invoice.plan, invoice.cycle, period.start, period.end, period.day, now],
    )
  }
  await recordPlanChange(
    client,
    businessId,
    {
      fromPlan: plan,
      fromCycle: cycle,
      // Only the end changes now; the chore records the new plan when it starts.
      toPlan: follows ? plan : invoice.plan,
      toCycle: follows ? cycle : invoice.cycle,
      paidUntil: period.end.toISOString(),
      reactivates: locked.status === 'trial_expired' && status === 'active',
    },
    recording,
  )
  return markPaid(client, invoice, { ...payment, period })
}

/** Time paid for during the trial begins after it, so that no free day is lost; the plan itself applies at once. */
function periodFromNow(locked: LockedSubscription, { cycle }: StoredInvoice, now: Date): Period {
  const { trialEndDate } = locked
  const keepsTrial = trialEndDate !== null && isInTrial(locked, now)
  return firstPeriod(keepsTrial ? new Date(trialEndDate.getTime() + 1_000) : now, cycle)
}

/** Awards of an unlimited plan took no places: count them before the limit applies (H11). */
export async function countBeforeLimit(
  client: PoolClient,
  businessId: number,
  { from, to, now, awardsOfMonth }: { from: Plan; to: Plan; now: Date; awardsOfMonth: AwardsOfMonth },
): Promise<void> {
  const terms = await readPlanTerms(client)
  if (terms[from].transactions !== null || terms[to].transactions === null) return
  const month = yerevanMonth(now)
  await countAtLeast(client, businessId, month, await awardsOfMonth(client, businessId, month))
}

export async function markPaid(
  client: PoolClient,
  { id }: StoredInvoice,
  {
    recording,
    confirmedBy,
    reference,
    period,
  }: Pick<Payment, 'recording' | 'confirmedBy' | 'reference'> & { period: Period | null },
): Promise<StoredInvoice> {
  const { rows } = await client.query<StoredInvoice>(
    `UPDATE invoices AS i SET state = 'paid', paid_at = $2, confirmed_by = $3, payment_reference = $4, period_start = $5, period_end = $6
     WHERE id = $1 RETURNING ${INVOICE_COLUMNS}`,
    [id, recording.at, confirmedBy, reference, period?.start ?? null, period?.end ?? null],
  )
  return rows[0]!
}
