/** R226, H38: a year that is given back within its first fourteen days, in full. */
import type { Recording } from '#platform/event-outbox.ts'
import type { PoolClient } from '#platform/postgres.ts'
import type { SubscriptionOutcome } from './change-subscription.ts'
import { cancelOpenCharges, issueInvoice } from './invoices.ts'
import type { PaymentProvider } from './payments/port.ts'
import { isWithinRefundDays } from './periods.ts'
import { recordPlanLapse } from './record-plan-change.ts'
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
  const invoice = await issueInvoice(client, {
    businessId, kind: 'refund', reason: 'refund', plan, cycle, priceAmd: paid.amountAmd + paid.creditAmd, creditAmd: 0,
    issuedAt: now, dueAt, provider: provider.name, refunds: paid.id,
  })
  await provider.refund(client, { number: invoice.number, amountAmd: invoice.amountAmd, ofInvoice: paid.number })
  await client.query(
    `UPDATE business_profiles SET status = 'trial_expired', subscription_end_date = $2, next_plan = NULL, next_cycle = NULL, next_from = NULL,
       cancels_at_end = false, plan_changed_at = $2, updated_at = now() WHERE user_id = $1`,
    [businessId, now],
  )
  await recordPlanLapse(client, businessId, { plan, paidUntil: now.toISOString() }, recording)
  return { kind: 'refunded', plan, cycle, effectiveAt: now, invoice }
}
