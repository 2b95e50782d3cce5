import { expect, it } from 'vitest'
import type { Subscription } from '#contracts/calls/business.ts'
import { isPaid, planStep } from './plan-step.ts'

const now = new Date('2026-11-20T10:00:00Z')
const paid: Subscription = {
  subscriptionPlan: 'standard',
  perkLimit: 5,
  currentPerkCount: 2,
  transactionLimit: 10_000,
  currentTransactionCount: 1,
  canAddTransaction: true,
  isInTrial: false,
  trialExpiresAt: null,
  billingCycle: 'monthly',
  periodStart: '2026-11-01T00:00:00Z',
  periodEnd: '2026-12-01T00:00:00Z',
  nextPlan: null,
  nextCycle: null,
  nextFrom: null,
  nextIsPaid: false,
  endsAtPeriodEnd: false,
  upgradeAwaitsPayment: false,
  canRefund: false,
}
const step = (
  plan: 'starter' | 'standard' | 'prime',
  cycle: 'monthly' | 'yearly',
  change: Partial<Subscription> = {},
) => {
  const subscription = { ...paid, ...change }
  return planStep(subscription, { plan, cycle }, isPaid(subscription, now))
}

it('a larger plan is an upgrade at once, a smaller one starts after the period (H38)', () => {
  expect([step('prime', 'monthly'), step('starter', 'monthly'), step('standard', 'monthly')]).toEqual([
    'upgrade',
    'later',
    'current',
  ])
})

it('from monthly to yearly at once, from yearly to monthly after the period (H38)', () => {
  expect(step('standard', 'yearly')).toBe('upgrade')
  expect(step('standard', 'monthly', { billingCycle: 'yearly' })).toBe('later')
  expect(step('prime', 'monthly', { billingCycle: 'yearly' })).toBe('later')
})

it('a cancelled plan, or one to be reduced, can be kept', () => {
  expect(step('standard', 'monthly', { endsAtPeriodEnd: true })).toBe('keep')
  expect(step('standard', 'monthly', { nextPlan: 'starter', nextCycle: 'monthly' })).toBe('keep')
})

it('a next period that is already paid cannot be revoked', () => {
  const next = { nextPlan: 'starter', nextCycle: 'monthly', nextFrom: '2026-12-01T00:00:01Z' } as const
  expect([step('standard', 'monthly', next), step('standard', 'monthly', { ...next, nextIsPaid: true })]).toEqual([
    'keep',
    'current',
  ])
})

it('an unpaid upgrade can be withdrawn by choosing the present plan', () => {
  const open = { upgradeAwaitsPayment: true }
  expect([step('standard', 'monthly', open), step('prime', 'monthly', open)]).toEqual(['withdraw', 'upgrade'])
  expect(step('standard', 'monthly', { ...open, endsAtPeriodEnd: true })).toBe('withdraw')
})

it('in the trial and after an ended period, every plan can be chosen', () => {
  expect(step('starter', 'monthly', { periodEnd: null })).toBe('choose')
  expect(step('standard', 'monthly', { periodEnd: '2026-11-19T00:00:00Z' })).toBe('choose')
})
