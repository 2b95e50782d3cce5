import type { Subscription } from '#contracts/calls/business.ts'
import { PLANS_IN_ORDER, type Cycle, type Plan } from '#contracts/pages/plans.ts'

/**
 * What choosing a plan would be (H38): `current` is the running one, `keep` takes a cancellation or a waiting change back, `withdraw` an
 * upgrade that is not paid yet, `upgrade` is at once and has to be paid, `later` begins when the running period ends, `choose` is the first paid period.
 */
export type PlanStep = 'current' | 'keep' | 'withdraw' | 'upgrade' | 'later' | 'choose'

/** True while a paid period runs. */
export function isPaid({ periodEnd }: Pick<Subscription, 'periodEnd'>, now: Date): boolean {
  return periodEnd !== null && new Date(periodEnd) > now
}

/** Which step the plan and cycle would be, by the rules of the server. */
export function planStep(
  subscription: Subscription,
  { plan, cycle }: { plan: Plan; cycle: Cycle },
  now: Date,
): PlanStep {
  const { subscriptionPlan, billingCycle, endsAtPeriodEnd, nextPlan, nextIsPaid, upgradeAwaitsPayment } = subscription
  if (!isPaid(subscription, now)) return 'choose'
  if (plan === subscriptionPlan && cycle === billingCycle) {
    if (upgradeAwaitsPayment) return 'withdraw'
    // What is paid for already is not taken back.
    if (nextIsPaid) return 'current'
    return endsAtPeriodEnd || nextPlan !== null ? 'keep' : 'current'
  }
  const isSmaller = PLANS_IN_ORDER.indexOf(plan) < PLANS_IN_ORDER.indexOf(subscriptionPlan)
  return isSmaller || (billingCycle === 'yearly' && cycle === 'monthly') ? 'later' : 'upgrade'
}
