/** Chooses or ends a plan (H36, H38) under the business's row lock. */
import type { ErrorCode } from '#contracts/calls/errors.ts'
import type { Cycle, Plan } from '#contracts/pages/plans.ts'
import type { Recording } from '#platform/outbox/event-outbox.ts'
import type { PoolClient } from '#platform/postgres/postgres.ts'
import { applyPayment, type AwardsOfMonth } from '../invoices/apply-payment.ts'
import { decidePlanChange } from './decide-plan-change.ts'
import { cancelOpenCharges, issueInvoice } from '../invoices/invoices.ts'
import { changeDueAt } from './open-changes.ts'
import type { PaymentProvider } from '../payments/port.ts'
import { readSeller } from '../payments/seller.ts'
import { readPlanTerms } from './plan-terms.ts'
import { refundYear } from './refund-year.ts'
import type { SubscriptionOutcome } from './subscription-outcome.ts'
import { lockSubscription, subscriptionState, type LockedSubscription } from './subscription-rows.ts'

export type SubscriptionDeps = { provider: PaymentProvider; awardsOfMonth: AwardsOfMonth }

const mayChoose = ({ status }: LockedSubscription): ErrorCode | undefined => {
  if (status === 'active' || status === 'trial_expired') return undefined
  return status === 'suspended' ? 'account_suspended' : 'pending_confirmation'
}

/** Run in a transaction. */
export async function changeSubscription(
  client: PoolClient,
  businessId: number,
  { plan, cycle }: { plan: Plan; cycle: Cycle },
  { recording, provider, awardsOfMonth }: SubscriptionDeps & { recording: Recording },
): Promise<SubscriptionOutcome> {
  const now = recording.at
  const locked = await lockSubscription(client, businessId)
  if (!locked) return { kind: 'refused', code: 'forbidden' }
  const refused = mayChoose(locked)
  if (refused) return { kind: 'refused', code: refused }
  const state = await subscriptionState(client, locked, now)
  const decision = decidePlanChange(state, { plan, cycle }, { terms: await readPlanTerms(client), now })
  switch (decision.kind) {
    case 'refused':
      return decision
    case 'keep':
      await cancelOpenCharges(client, businessId, now)
      await setNext(client, businessId, { nextPlan: null, nextCycle: null, endsAtPeriodEnd: false })
      return { kind: 'changed', plan, cycle, effectiveAt: now, invoice: null }
    case 'schedule':
      await cancelOpenCharges(client, businessId, now)
      await setNext(client, businessId, { nextPlan: plan, nextCycle: cycle, endsAtPeriodEnd: false })
      return { kind: 'scheduled', plan, cycle, effectiveAt: decision.effectiveAt, invoice: null }
    case 'charge': {
      const { priceAmd, creditAmd, amountAmd } = decision
      const seller = await readSeller(client)
      if (!seller && priceAmd > 0) return { kind: 'refused', code: 'paying_not_set_up' }
      await cancelOpenCharges(client, businessId, now)
      const invoice = await issueInvoice(client, {
        businessId,
        kind: 'charge',
        reason: 'change',
        plan,
        cycle,
        priceAmd,
        creditAmd,
        issuedAt: now,
        dueAt: changeDueAt(now, state.period?.end ?? null),
        provider: provider.name,
        seller,
      })
      if (amountAmd > 0) return { kind: 'awaiting_payment', plan, cycle, effectiveAt: null, invoice }
      const paid = await applyPayment(client, {
        invoice,
        locked,
        recording,
        awardsOfMonth,
        confirmedBy: null,
        reference: null,
      })
      return { kind: 'changed', plan, cycle, effectiveAt: now, invoice: paid }
    }
  }
}

/** Run in a transaction. With `refund`, the year's full price comes back and the plan ends now (R226). */
export async function cancelSubscription(
  client: PoolClient,
  businessId: number,
  { refund }: { refund: boolean },
  { recording, provider, awardsOfMonth }: SubscriptionDeps & { recording: Recording },
): Promise<SubscriptionOutcome> {
  const now = recording.at
  const locked = await lockSubscription(client, businessId)
  if (!locked) return { kind: 'refused', code: 'forbidden' }
  const refused = mayChoose(locked)
  if (refused) return { kind: 'refused', code: refused }
  const { plan, cycle } = locked
  const { period, nextIsPaid } = await subscriptionState(client, locked, now)
  if (refund) return refundYear(client, locked, { recording, provider, awardsOfMonth })
  if (nextIsPaid) return { kind: 'refused', code: 'next_period_paid' }
  const withdrawn = await cancelOpenCharges(client, businessId, now)
  if (!period)
    return withdrawn > 0
      ? { kind: 'cancelled', plan, cycle, effectiveAt: now, invoice: null }
      : { kind: 'refused', code: 'no_subscription' }
  await setNext(client, businessId, { nextPlan: null, nextCycle: null, endsAtPeriodEnd: true })
  return { kind: 'cancelled', plan, cycle, effectiveAt: period.end, invoice: null }
}

async function setNext(
  client: PoolClient,
  businessId: number,
  {
    nextPlan,
    nextCycle,
    endsAtPeriodEnd,
  }: { nextPlan: Plan | null; nextCycle: Cycle | null; endsAtPeriodEnd: boolean },
): Promise<void> {
  await client.query(
    'UPDATE business_profiles SET next_plan = $2, next_cycle = $3, cancels_at_end = $4, updated_at = now() WHERE user_id = $1',
    [businessId, nextPlan, nextCycle, endsAtPeriodEnd],
  )
}
