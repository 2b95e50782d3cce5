import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { Subscription } from '#contracts/calls/business.ts'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { SubscriptionTerm } from './subscription-term.tsx'

beforeAll(async () => {
  await startAllWords('en')
})
afterEach(cleanup)

const HOUR_MS = 60 * 60 * 1000
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()
const starter: Subscription = {
  subscriptionPlan: 'starter',
  perkLimit: 1,
  currentPerkCount: 0,
  transactionLimit: 1_000,
  currentTransactionCount: 0,
  canAddTransaction: true,
  isInTrial: false,
  trialExpiresAt: null,
  billingCycle: 'monthly',
  periodStart: null,
  periodEnd: null,
  nextPlan: null,
  nextCycle: null,
  nextFrom: null,
  nextIsPaid: false,
  endsAtPeriodEnd: false,
  upgradeAwaitsPayment: false,
  canRefund: false,
}
const said = (change: Partial<Subscription>) =>
  render(<SubscriptionTerm subscription={{ ...starter, ...change }} />).container.textContent

it("a trial's days are rounded up: 23 hours are one, 24 hours and a minute are two (R76)", () => {
  expect([23, 24 + 1 / 60].map((hours) => said({ isInTrial: true, trialExpiresAt: inHours(hours) }))).toEqual([
    '1 day left in your trial',
    '2 days left in your trial',
  ])
})

it('an ended trial says so, whether the page was open at its end or loaded after it (R76)', () => {
  expect(said({ isInTrial: true, trialExpiresAt: inHours(-1) })).toBe('Your trial has expired')
  expect(said({ isInTrial: false, trialExpiresAt: inHours(-1) })).toBe('Your trial has expired')
})

it('an ended paid period says so, and not that it is paid until a past day (H24)', () => {
  expect(said({ trialExpiresAt: inHours(-900), periodStart: inHours(-800), periodEnd: inHours(-1) })).toBe(
    'Your paid period has ended',
  )
  expect(said({ trialExpiresAt: inHours(-900), periodStart: inHours(-800), periodEnd: inHours(100) })).toMatch(
    /^Paid until /,
  )
  expect(
    said({ trialExpiresAt: inHours(-900), periodStart: inHours(-800), periodEnd: inHours(100), endsAtPeriodEnd: true }),
  ).toMatch(/^Cancelled: ends on /)
})

it('a smaller plan starts on its own first day in Yerevan, even if it is already paid (H38)', () => {
  const waits = {
    ...starter,
    subscriptionPlan: 'prime',
    periodStart: inHours(-800),
    nextPlan: 'starter',
    nextCycle: 'monthly',
    nextFrom: '2099-12-10T20:00:00.000Z',
  } as const
  const [unpaid, paid] = [
    { periodEnd: '2099-12-10T19:59:59.000Z' },
    { periodEnd: '2100-01-10T19:59:59.000Z', nextIsPaid: true },
  ]
  expect([unpaid, paid].map((change) => said({ ...waits, ...change }))).toEqual([
    'From Dec\u00a011, 2099: Starter',
    'From Dec\u00a011, 2099: Starter',
  ])
})

it('says nothing without a trial and payment, or if the paid plan has no end', () => {
  expect(said({})).toBe('')
  expect(said({ trialExpiresAt: inHours(-900), periodStart: inHours(-800) })).toBe('')
})
