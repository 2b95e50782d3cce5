/** R226, H38, H25: full refund of a year within its first fourteen days. */
import type { Recording } from '#platform/outbox/event-outbox.ts'
import type { PoolClient, Queryable } from '#platform/postgres/postgres.ts'
import { isInTrial } from '#contracts/pages/trial.ts'
import { countBeforeLimit, type AwardsOfMonth } from '../invoices/apply-payment.ts'
import { cancelOpenCharges, issueInvoice, type StoredInvoice } from '../invoices/invoices.ts'
import { changeDueAt } from './open-changes.ts'
import type { PaymentProvider } from '../payments/port.ts'
import { readSeller } from '../payments/seller.ts'
import { isWithinRefundDays } from './periods.ts'
import { recordPlanChange, recordPlanLapse } from './record-plan-change.ts'
import type { SubscriptionOutcome } from './subscription-outcome.ts'
import { invoiceOfPeriod, lockSubscription, type LockedSubscription } from './subscription-rows.ts'

type Refund = { recording: Recording; provider: PaymentProvider }
type Year = Pick<LockedSubscription, 'businessId' | 'status' | 'cycle' | 'periodStart'>

/** Run under the business's row lock. */
export async function refundYear(
  client: PoolClient,
  locked: LockedSubscription,
  { awardsOfMonth, ...refund }: Refund & { awardsOfMonth: AwardsOfMonth },
): Promise<SubscriptionOutcome> {
  const { businessId, plan, cycle } = locked
  const { recording } = refund
  const now = recording.at
  const paid = await refundableYear(client, locked, now)
  if (!paid) return { kind: 'refused', code: 'refund_too_late' }
  await cancelOpenCharges(client, businessId, now)
  const invoice = await giveBack(client, paid, refund)
  if (isInTrial(locked, now)) await backToTrial(client, locked, { recording, awardsOfMonth })
  else await endNow(client, locked, recording)
  return { kind: 'refunded', plan, cycle, effectiveAt: now, invoice }
}

/**
 * H25: closing refunds such a year unasked, also one paid for after the running period. Run before the closing, in the
 * same transaction.
 */
export async function refundAtClosing(client: PoolClient, businessId: number, refund: Refund): Promise<void> {
  const locked = await lockSubscription(client, businessId)
  if (!locked) return
  const next = locked.nextCycle && { ...locked, cycle: locked.nextCycle, periodStart: locked.nextFrom }
  for (const year of [locked, ...(next ? [next] : [])]) {
    const paid = await refundableYear(client, year, refund.recording.at)
    if (paid) await giveBack(client, paid, refund)
  }
}

/** The refundable year's invoice (R226), or undefined; a free year is not refundable. */
export async function refundableYear(db: Queryable, year: Year, now: Date): Promise<StoredInvoice | undefined> {
  const { businessId, status, cycle, periodStart } = year
  if (status !== 'active' || cycle !== 'yearly' || !periodStart || !isWithinRefundDays(periodStart, now))
    return undefined
  const paid = await invoiceOfPeriod(db, { businessId, periodStart })
  return paid && paid.priceAmd > 0 ? paid : undefined
}

/**
 * The full price: the transfer plus the credit, for which the business gave up paid time. Earlier periods are never
 * refunded.
 */
async function giveBack(
  client: PoolClient,
  paid: StoredInvoice,
  { recording, provider }: Refund,
): Promise<StoredInvoice> {
  const { businessId, plan, cycle } = paid
  const now = recording.at
  // If no seller is set now, the year's seller owes it.
  const seller = (await readSeller(client)) ?? paid.parties.seller
  const invoice = await issueInvoice(client, {
    businessId,
    kind: 'refund',
    reason: 'refund',
    plan,
    cycle,
    priceAmd: paid.amountAmd + paid.creditAmd,
    creditAmd: 0,
    issuedAt: now,
    dueAt: changeDueAt(now, null),
    provider: provider.name,
    refunds: paid.id,
    seller,
    buyer: paid.parties.buyer,
  })
  await provider.refund(client, { number: invoice.number, amountAmd: invoice.amountAmd, ofInvoice: paid.number })
  return invoice
}

async function endNow(
  client: PoolClient,
  { businessId, plan }: LockedSubscription,
  recording: Recording,
): Promise<void> {
  const now = recording.at
  await client.query(
    `UPDATE business_profiles SET status = 'trial_expired', subscription_end_date = $2, next_plan = NULL, next_cycle = NULL, next_from = NULL,
       cancels_at_end = false, plan_changed_at = $2, updated_at = now() WHERE user_id = $1`,
    [businessId, now],
  )
  await recordPlanLapse(client, businessId, { plan, paidUntil: now.toISOString() }, recording)
}

/**
 * R225, H23: the paid time would have followed the trial, which continues as if nothing had been bought. Perks beyond
 * its limit stay, but none can be added.
 */
async function backToTrial(
  client: PoolClient,
  { businessId, plan, cycle }: LockedSubscription,
  { recording, awardsOfMonth }: { recording: Recording; awardsOfMonth: AwardsOfMonth },
): Promise<void> {
  const before = { plan: 'starter', cycle: 'monthly' } as const
  await countBeforeLimit(client, businessId, { from: plan, to: before.plan, now: recording.at, awardsOfMonth })
  await client.query(
    `UPDATE business_profiles SET subscription_plan = $2, billing_cycle = $3, subscription_start_date = NULL, subscription_end_date = NULL,
       period_day = NULL, next_plan = NULL, next_cycle = NULL, next_from = NULL, cancels_at_end = false, updated_at = now() WHERE user_id = $1`,
    [businessId, before.plan, before.cycle],
  )
  const change = {
    fromPlan: plan,
    toPlan: before.plan,
    fromCycle: cycle,
    toCycle: before.cycle,
    paidUntil: null,
    reactivates: false,
  }
  await recordPlanChange(client, businessId, change, recording)
}
