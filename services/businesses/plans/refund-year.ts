/** R226, H38, H25: a year that is given back within its first fourteen days, in full. */
import type { Recording } from '#platform/outbox/event-outbox.ts'
import type { PoolClient, Queryable } from '#platform/postgres/postgres.ts'
import { isInTrial } from '#contracts/pages/trial.ts'
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

/** To be run under the lock of the business's row: the plan ends now, or the trial goes on. */
export async function refundYear(
  client: PoolClient,
  locked: LockedSubscription,
  refund: Refund,
): Promise<SubscriptionOutcome> {
  const { businessId, plan, cycle } = locked
  const { recording } = refund
  const now = recording.at
  const paid = await refundableYear(client, locked, now)
  if (!paid) return { kind: 'refused', code: 'refund_too_late' }
  await cancelOpenCharges(client, businessId, now)
  const invoice = await giveBack(client, paid, refund)
  if (isInTrial(locked, now)) await backToTrial(client, locked, recording)
  else await endNow(client, locked, recording)
  return { kind: 'refunded', plan, cycle, effectiveAt: now, invoice }
}

/**
 * H25: whoever closes in these days gives its year back too, without asking for it; so does who has paid for one that would begin only after the
 * running period. To be run before the business is closed, in the same transaction.
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

/** The invoice of a year that can be given back now (R226). Undefined where there is none, and where the year has cost nothing: nothing can come back of it. */
export async function refundableYear(db: Queryable, year: Year, now: Date): Promise<StoredInvoice | undefined> {
  const { businessId, status, cycle, periodStart } = year
  if (status !== 'active' || cycle !== 'yearly' || !periodStart || !isWithinRefundDays(periodStart, now))
    return undefined
  const paid = await invoiceOfPeriod(db, { businessId, periodStart })
  return paid && paid.priceAmd > 0 ? paid : undefined
}

/**
 * The whole price comes back: what was transferred for the year, and what was set off in its invoice, which the business had paid for time
 * that it gave up. So the year is paid back once, and the periods before it never.
 */
async function giveBack(
  client: PoolClient,
  paid: StoredInvoice,
  { recording, provider }: Refund,
): Promise<StoredInvoice> {
  const { businessId, plan, cycle } = paid
  const now = recording.at
  // What is owed to the business waits for no setting: where nobody is set, who has sold the year gives it back.
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

/** R225, H23: the paid time would have begun after the trial, which goes on as if nothing had been bought: it is warned of and ends as any. */
async function backToTrial(
  client: PoolClient,
  { businessId, plan, cycle }: LockedSubscription,
  recording: Recording,
): Promise<void> {
  const before = { plan: 'starter', cycle: 'monthly' } as const
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
