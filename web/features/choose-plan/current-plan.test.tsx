import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { Subscription } from '#contracts/business.ts'
import { loadWords, startWords } from '#web/lib/i18n.ts'
import { ReadProvider } from '#web/lib/read-provider.tsx'
import { CurrentPlan } from './current-plan.tsx'

beforeAll(async () => {
  await startWords('en')
  await loadWords(['rest', 'pricing'])
})
afterEach(cleanup)

const prime: Subscription = {
  subscriptionPlan: 'prime', perkLimit: 1, currentPerkCount: 0, transactionLimit: null, currentTransactionCount: 0, canAddTransaction: true,
  isInTrial: false, trialExpiresAt: null, billingCycle: 'monthly', periodStart: '2026-11-10T08:00:00.000Z', periodEnd: '2099-12-10T19:59:59.000Z',
  nextPlan: 'starter', nextCycle: 'monthly', nextFrom: '2099-12-10T20:00:00.000Z', nextIsPaid: false, endsAtPeriodEnd: false, upgradeAwaitsPayment: false, canRefund: false,
}
const said = (change: Partial<Subscription>) =>
  render(
    <ReadProvider userId={9}>
      <CurrentPlan businessId={9} subscription={{ ...prime, ...change }} />
    </ReadProvider>,
  ).getByTestId('current-plan').textContent

it('says the first day of the smaller plan that waits, before and after it is paid (H38)', () => {
  expect(said({})).toBe('Prime, monthlyFrom Dec\u00a011, 2099: Starter, monthly')
  cleanup()
  expect(said({ nextIsPaid: true, periodEnd: '2100-01-10T19:59:59.000Z' })).toBe('Prime, monthlyFrom Dec\u00a011, 2099: Starter, monthly')
})
