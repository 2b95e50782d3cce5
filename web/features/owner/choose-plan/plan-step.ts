import type { Subscription } from '#contracts/calls/business.ts'
import { PLANS_IN_ORDER, type Cycle, type Plan } from '#contracts/pages/plans.ts'

/**
 * Effect of choosing a plan (H38):
 * - `current`: the running one;
 * - `keep`: revokes a cancellation or a later change;
 * - `withdraw`: revokes an unpaid upgrade;
 * - `upgrade`: at once, after payment;
 * - `later`: after the running period;
 * - `choose`: the first paid period.
 */
export type PlanStep = 'current' | 'keep' | 'withdraw' | 'upgrade' | 'later' | 'choose'

export function isPaid({ periodEnd }: Pick<Subscription, 'periodEnd'>, now: Date): boolean {
  return periodEnd !== null && new Date(periodEnd) > now
}

/** By the server's rules. `paid`: a paid period is running (isPaid). */
export function planStep(
  subscription: Subscription,
  { plan, cycle }: { plan: Plan; cycle: Cycle },
  paid: boolean,
): PlanStep {
  const { subscriptionPlan, billingCycle, endsAtPeriodEnd, nextPlan, nextIsPaid, upgradeAwaitsPayment } = subscription
  if (!paid) return 'choose'
  if (plan === subscriptionPlan && cycle === billingCycle) {
    if (upgradeAwaitsPayment) return 'withdraw'
    // A paid next period cannot be revoked.
    if (nextIsPaid) return 'current'
    return endsAtPeriodEnd || nextPlan !== null ? 'keep' : 'current'
  }
  const isSmaller = PLANS_IN_ORDER.indexOf(plan) < PLANS_IN_ORDER.indexOf(subscriptionPlan)
  return isSmaller || (billingCycle === 'yearly' && cycle === 'monthly') ? 'later' : 'upgrade'
}
