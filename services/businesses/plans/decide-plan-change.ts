/**
 * What choosing a plan comes to (H38, R155): pure. An upgrade is at once and has to be paid; a smaller plan, or a month for a year,
 * begins where the running period ends; nobody gets a plan that is too small for the perks that exist.
 */
import type { ErrorCode } from '#contracts/calls/errors.ts'
import { PLANS_IN_ORDER, type AllPlanTerms, type Cycle, type Plan } from '#contracts/pages/plans.ts'
import { priceOf } from '#contracts/units/price.ts'
import { unusedAmd } from './periods.ts'

export type SubscriptionState = {
  plan: Plan
  cycle: Cycle
  /** The paid period that runs now; null in the trial, before the first payment and after the end. */
  period: { start: Date; end: Date; paidAmd: number } | null
  nextPlan: Plan | null
  nextCycle: Cycle | null
  endsAtPeriodEnd: boolean
  /** The period after this one is paid already. */
  nextIsPaid: boolean
  /** An upgrade of the running period waits for its payment. */
  upgradeIsOpen: boolean
  perks: number
}

export type PlanDecision =
  | { kind: 'refused'; code: ErrorCode; perksToDelete?: number }
  /** To be paid first; `creditAmd` is what the unused part of the running period is worth. */
  | { kind: 'charge'; priceAmd: number; creditAmd: number; amountAmd: number }
  | { kind: 'schedule'; effectiveAt: Date }
  /** The subscription goes on as it is: a cancellation, a waiting downgrade or an unpaid upgrade is taken back. */
  | { kind: 'keep' }

const rank = (plan: Plan) => PLANS_IN_ORDER.indexOf(plan)

export function decidePlanChange(
  state: SubscriptionState,
  { plan, cycle }: { plan: Plan; cycle: Cycle },
  { terms, now }: { terms: AllPlanTerms; now: Date },
): PlanDecision {
  const { perks: perkLimit } = terms[plan]
  const perksToDelete = perkLimit === null ? 0 : Math.max(0, state.perks - perkLimit)
  const { period } = state
  const isSame = plan === state.plan && cycle === state.cycle
  if (period && isSame) {
    if (state.nextIsPaid)
      return {
        kind: 'refused',
        code: plan === state.nextPlan && cycle === state.nextCycle ? 'already_on_plan' : 'next_period_paid',
      }
    const isToKeep = state.endsAtPeriodEnd || state.nextPlan !== null || state.upgradeIsOpen
    return isToKeep ? { kind: 'keep' } : { kind: 'refused', code: 'already_on_plan' }
  }
  if (perksToDelete > 0) return { kind: 'refused', code: 'too_many_perks', perksToDelete }
  const priceAmd = priceOf(terms[plan], cycle)
  if (!period) return { kind: 'charge', priceAmd, creditAmd: 0, amountAmd: priceAmd }
  if (state.nextIsPaid) return { kind: 'refused', code: 'next_period_paid' }
  // From a year to months is at the end too, also for a larger plan: what is left of a paid year can be worth more than a month.
  const isSmaller = rank(plan) < rank(state.plan) || (state.cycle === 'yearly' && cycle === 'monthly')
  if (isSmaller) return { kind: 'schedule', effectiveAt: period.end }
  const creditAmd = Math.min(priceAmd, unusedAmd(period.paidAmd, period, now))
  return { kind: 'charge', priceAmd, creditAmd, amountAmd: priceAmd - creditAmd }
}
