/** R226, H38: a year that is given back within its first fourteen days, in full. */
import type { Recording } from '#platform/event-outbox.ts'
import type { PoolClient } from '#platform/postgres.ts'
import type { SubscriptionOutcome } from './change-subscription.ts'
import { isInTrial } from '#contracts/trial.ts'
import { cancelOpenCharges, issueInvoice } from './invoices.ts'
import type { PaymentProvider } from './payments/port.ts'
import { readSeller } from './payments/seller.ts'
import { isWithinRefundDays } from './periods.ts'
import { recordPlanChange, recordPlanLapse } from './record-plan-change.ts'
import { isEntitled } from './status.ts'
import { invoiceOfPeriod, type LockedSubscription } from './subscription-rows.ts'

/**
 * To be run under the lock of the business's row. The whole price comes back: what was transferred for the year, and what was set off in
 * its invoice, which the business had paid for time that it gave up. So the year is paid back once, and the periods before it never.
 */
export async function refundYear(
  client: PoolClient,
  locked: LockedSubscription,
  { recording, provider, dueAt }: { recording: Recording; provider: PaymentProvider; dueAt: Date },
): Promise<SubscriptionOutcome> {
  const { businessId, plan, cycle, periodStart, status } = locked
  const now = recording.at
  const paid = status === 'active' && cycle === 'yearly' && periodStart ? await invoiceOfPeriod(client, locked) : undefined
  if (!paid || !periodStart || !isWithinRefundDays(periodStart, now)) return { kind: 'refused', code: 'refund_too_late' }
  await cancelOpenCharges(client, businessId, now)
  // What is owed to the business waits for no setting: where nobody is set, who has sold the year gives it back.
  const seller = (await readSeller(client)) ?? paid.parties.seller
  const invoice = await issueInvoice(client, {
    businessId, kind: 'refund', reason: 'refund', plan, cycle, priceAmd: paid.amountAmd + paid.creditAmd, creditAmd: 0,
    issuedAt: now, dueAt, provider: provider.name, refunds: paid.id, seller,
  })
  await provider.refund(client, { number: invoice.number, amountAmd: invoice.amountAmd, ofInvoice: paid.number })
  if (isInTrial(locked, now) && isEntitled(locked, now)) await backToTrial(client, locked, recording)
  else await endNow(client, locked, recording)
  return { kind: 'refunded', plan, cycle, effectiveAt: now, invoice }
}

async function endNow(client: PoolClient, { businessId, plan }: LockedSubscription, recording: Recording): Promise<void> {
  const now = recording.at
  await client.query(
    `UPDATE business_profiles SET status = 'trial_expired', subscription_end_date = $2, next_plan = NULL, next_cycle = NULL, next_from = NULL,
       cancels_at_end = false, plan_changed_at = $2, updated_at = now() WHERE user_id = $1`,
    [businessId, now],
  )
  await recordPlanLapse(client, businessId, { plan, paidUntil: now.toISOString() }, recording)
}

/** R225, H23: the paid time would have begun after the trial, which goes on as if nothing had been bought: it is warned of and ends as any. */
async function backToTrial(client: PoolClient, { businessId, plan, cycle }: LockedSubscription, recording: Recording): Promise<void> {
  const before = { plan: 'starter', cycle: 'monthly' } as const
  await client.query(
    `UPDATE business_profiles SET subscription_plan = $2, billing_cycle = $3, subscription_start_date = NULL, subscription_end_date = NULL,
       period_day = NULL, next_plan = NULL, next_cycle = NULL, next_from = NULL, cancels_at_end = false, updated_at = now() WHERE user_id = $1`,
    [businessId, before.plan, before.cycle],
  )
  const change = { fromPlan: plan, toPlan: before.plan, fromCycle: cycle, toCycle: before.cycle, paidUntil: null, reactivates: false }
  await recordPlanChange(client, businessId, change, recording)
}
