/**
 * Decides a plan choice (H38, R155); pure. Upgrades apply once paid; a smaller plan, or monthly after yearly, waits for
 * the period's end; no plan may be too small for the existing perks.
 */
import type { ErrorCode } from '#contracts/calls/errors.ts'
import { PLANS_IN_ORDER, type AllPlanTerms, type Cycle, type Plan } from '#contracts/pages/plans.ts'
import { priceOf } from '#contracts/units/price.ts'
import { unusedAmd } from './periods.ts'

export type SubscriptionState = {
  plan: Plan
  cycle: Cycle
  /** The running paid period; null before the first payment and after the end. */
  period: { start: Date; end: Date; paidAmd: number } | null
  nextPlan: Plan | null
  nextCycle: Cycle | null
  endsAtPeriodEnd: boolean
  nextIsPaid: boolean
  /** An upgrade awaits payment. */
  upgradeIsOpen: boolean
  perks: number
}

export type PlanDecision =
  | { kind: 'refused'; code: ErrorCode; perksToDelete?: number }
  /** `creditAmd`: value of the unused part of the running period. */
  | { kind: 'charge'; priceAmd: number; creditAmd: number; amountAmd: number }
  | { kind: 'schedule'; effectiveAt: Date }
  /** Undoes a cancellation, a scheduled downgrade or an unpaid upgrade. */
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
  // Yearly to monthly waits too, because the rest of a paid year can be worth more than a month.
  const isSmaller = rank(plan) < rank(state.plan) || (state.cycle === 'yearly' && cycle === 'monthly')
  if (isSmaller) return { kind: 'schedule', effectiveAt: period.end }
  const creditAmd = Math.min(priceAmd, unusedAmd(period.paidAmd, period, now))
  return { kind: 'charge', priceAmd, creditAmd, amountAmd: priceAmd - creditAmd }
}
