import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEFAULT_PLAN_TERMS as terms, PLANS_IN_ORDER, type Cycle, type Plan } from '#contracts/pages/plans.ts'
import { decidePlanChange, type SubscriptionState } from './decide-plan-change.ts'
import { firstPeriod } from './periods.ts'

const now = new Date('2026-11-20T08:00:00Z')
const running = (plan: Plan, cycle: Cycle, more: Partial<SubscriptionState> = {}): SubscriptionState => {
  const paidAmd = cycle === 'yearly' ? terms[plan].yearlyAmd : terms[plan].monthlyAmd
  return {
    plan,
    cycle,
    period: { ...firstPeriod(now, cycle), paidAmd },
    nextPlan: null,
    nextCycle: null,
    endsAtPeriodEnd: false,
    nextIsPaid: false,
    upgradeIsOpen: false,
    perks: 0,
    ...more,
  }
}
const decide = (state: SubscriptionState, plan: Plan, cycle: Cycle, at = now) =>
  decidePlanChange(state, { plan, cycle }, { terms, now: at })

describe('choosing a plan (H38)', () => {
  it('without a paid period costs its full price', () => {
    expect(decide(running('starter', 'monthly', { period: null }), 'starter', 'monthly')).toEqual({
      kind: 'charge',
      priceAmd: 4_900,
      creditAmd: 0,
      amountAmd: 4_900,
    })
    expect(decide(running('starter', 'monthly', { period: null }), 'prime', 'yearly')).toMatchObject({
      kind: 'charge',
      amountAmd: 399_000,
    })
  })

  it('a larger one starts at once; unused days of the running period are credited', () => {
    const halfway = new Date('2026-12-05T08:00:00Z')
    expect(decide(running('starter', 'monthly'), 'standard', 'monthly', halfway)).toEqual({
      kind: 'charge',
      priceAmd: 14_900,
      creditAmd: 2_450,
      amountAmd: 12_450,
    })
    expect(decide(running('starter', 'monthly'), 'starter', 'yearly')).toMatchObject({
      kind: 'charge',
      creditAmd: 4_900,
    })
  })

  it('costs nothing if the credit exceeds a lowered price: no charge is negative', () => {
    const period = { ...firstPeriod(now, 'monthly'), paidAmd: 20_000 }
    expect(decide(running('starter', 'monthly', { period }), 'standard', 'monthly')).toEqual({
      kind: 'charge',
      priceAmd: 14_900,
      creditAmd: 14_900,
      amountAmd: 0,
    })
  })

  it('a smaller one, or monthly after yearly, begins at the end of the period', () => {
    const state = running('standard', 'monthly')
    expect(decide(state, 'starter', 'monthly')).toEqual({ kind: 'schedule', effectiveAt: state.period?.end })
    expect(decide(running('standard', 'yearly'), 'standard', 'monthly')).toMatchObject({ kind: 'schedule' })
    expect(decide(running('standard', 'yearly'), 'prime', 'monthly')).toMatchObject({ kind: 'schedule' })
  })

  it('is refused with the number of perks to delete (R155)', () => {
    expect(decide(running('prime', 'monthly', { perks: 7 }), 'standard', 'monthly')).toEqual({
      kind: 'refused',
      code: 'too_many_perks',
      perksToDelete: 2,
    })
    expect(decide(running('prime', 'monthly', { perks: 5 }), 'standard', 'monthly')).toMatchObject({ kind: 'schedule' })
    expect(decide(running('prime', 'monthly', { period: null, perks: 7 }), 'starter', 'monthly')).toMatchObject({
      perksToDelete: 6,
    })
  })

  it('the same again is refused, unless it undoes a cancellation or a scheduled downgrade', () => {
    expect(decide(running('standard', 'monthly'), 'standard', 'monthly')).toEqual({
      kind: 'refused',
      code: 'already_on_plan',
    })
    expect(decide(running('standard', 'monthly', { endsAtPeriodEnd: true }), 'standard', 'monthly')).toEqual({
      kind: 'keep',
    })
    expect(
      decide(running('standard', 'monthly', { nextPlan: 'starter', nextCycle: 'monthly' }), 'standard', 'monthly'),
    ).toEqual({ kind: 'keep' })
    expect(decide(running('standard', 'monthly', { nextIsPaid: true }), 'prime', 'monthly')).toEqual({
      kind: 'refused',
      code: 'next_period_paid',
    })
  })

  it('the same again undoes an unpaid upgrade; a paid one stays (H38)', () => {
    expect(decide(running('standard', 'monthly', { upgradeIsOpen: true }), 'standard', 'monthly')).toEqual({
      kind: 'keep',
    })
    const paidNext = (nextPlan: Plan) =>
      running('standard', 'monthly', { nextIsPaid: true, nextPlan, nextCycle: 'monthly' })
    expect(decide(paidNext('standard'), 'standard', 'monthly')).toEqual({ kind: 'refused', code: 'already_on_plan' })
    expect(decide(paidNext('starter'), 'standard', 'monthly')).toEqual({ kind: 'refused', code: 'next_period_paid' })
    expect(decide({ ...paidNext('standard'), nextCycle: 'yearly' }, 'standard', 'monthly')).toEqual({
      kind: 'refused',
      code: 'next_period_paid',
    })
  })

  it('whatever is chosen: no charge is below zero or above the price, and no plan is too small for the perks', () => {
    const plan = fc.constantFrom(...PLANS_IN_ORDER)
    const cycle = fc.constantFrom<Cycle>('monthly', 'yearly')
    fc.assert(
      fc.property(
        plan,
        cycle,
        plan,
        cycle,
        fc.nat(12),
        fc.nat(400),
        fc.boolean(),
        (from, fromCycle, to, toCycle, perks, days, paid) => {
          const at = new Date(now.getTime() + days * 86_400_000)
          const state = running(from, fromCycle, { perks, ...(paid ? {} : { period: null }) })
          const decision = decide(state, to, toCycle, at)
          if (decision.kind === 'charge') {
            expect(decision.amountAmd).toBe(decision.priceAmd - decision.creditAmd)
            expect(decision.amountAmd).toBeGreaterThanOrEqual(0)
            expect(decision.creditAmd).toBeGreaterThanOrEqual(0)
          }
          if (decision.kind === 'charge' || decision.kind === 'schedule')
            expect(perks).toBeLessThanOrEqual(terms[to].perks ?? Infinity)
        },
      ),
    )
  })
})
