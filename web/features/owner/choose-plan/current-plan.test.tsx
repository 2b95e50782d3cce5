import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { Subscription } from '#contracts/calls/business.ts'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { CurrentPlan } from './current-plan.tsx'

beforeAll(async () => {
  await startAllWords('en')
})
afterEach(cleanup)

const prime: Subscription = {
  subscriptionPlan: 'prime',
  perkLimit: 1,
  currentPerkCount: 0,
  transactionLimit: null,
  currentTransactionCount: 0,
  canAddTransaction: true,
  isInTrial: false,
  trialExpiresAt: null,
  billingCycle: 'monthly',
  periodStart: '2026-11-10T08:00:00.000Z',
  periodEnd: '2099-12-10T19:59:59.000Z',
  nextPlan: 'starter',
  nextCycle: 'monthly',
  nextFrom: '2099-12-10T20:00:00.000Z',
  nextIsPaid: false,
  endsAtPeriodEnd: false,
  upgradeAwaitsPayment: false,
  canRefund: false,
}
const said = (change: Partial<Subscription>) =>
  render(
    <ReadProvider userId={9}>
      <CurrentPlan businessId={9} subscription={{ ...prime, ...change }} />
    </ReadProvider>,
  ).getByTestId('current-plan').textContent

it('shows the first day of the smaller plan that follows, before and after it is paid (H38)', () => {
  expect(said({})).toBe('Prime, monthlyFrom Dec\u00a011, 2099: Starter, monthly')
  cleanup()
  expect(said({ nextIsPaid: true, periodEnd: '2100-01-10T19:59:59.000Z' })).toBe(
    'Prime, monthlyFrom Dec\u00a011, 2099: Starter, monthly',
  )
})

it.each(['am', 'en'] as const)(
  'an ended trial has no days left, even if read before its last second (%s; R76, H23)',
  async (language) => {
    await startAllWords(language)
    const trialExpiresAt = '2026-12-20T19:59:59.000Z'
    const at = (nowMs: number) => {
      vi.setSystemTime(nowMs)
      try {
        return said({
          isInTrial: true,
          trialExpiresAt,
          periodStart: null,
          periodEnd: null,
          nextPlan: null,
          nextCycle: null,
          nextFrom: null,
        })
      } finally {
        cleanup()
      }
    }
    const end = Date.parse(trialExpiresAt)
    try {
      const [before, over] =
        language === 'am'
          ? ['Անվճար փորձաշրջանՓորձաշրջանից մնացել է 1 օր', 'Փաթեթ չկաԱյս պահին վճարված փաթեթ չկա']
          : ['Free trial1 day left in your trial', 'No planNo plan is paid for at the moment']
      expect([end - 1_000, end, end + 1_000].map(at)).toEqual([before, over, over])
    } finally {
      vi.useRealTimers()
      await startAllWords('en')
    }
  },
)

it('a revoked cancellation keeps its key, and the next one gets another, even if the first reply was lost (H38)', async () => {
  const keys: (string | null)[] = []
  vi.stubGlobal('fetch', async (_path: string, init?: RequestInit) => {
    if (init?.method !== undefined && init.method !== 'GET') keys.push(new Headers(init.headers).get('idempotency-key'))
    throw new TypeError('no network')
  })
  const card = (endsAtPeriodEnd: boolean) => (
    <ReadProvider userId={10}>
      <CurrentPlan
        businessId={10}
        subscription={{ ...prime, nextPlan: null, nextCycle: null, nextFrom: null, endsAtPeriodEnd }}
      />
    </ReadProvider>
  )
  const { rerender } = render(card(false))
  const cancel = async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Cancel plan' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel plan' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  }
  await cancel()
  await cancel()
  rerender(card(true))
  rerender(card(false))
  await cancel()
  const [first, ...others] = [...new Set(keys)]
  expect([typeof first, others.length, keys[0] === keys.at(-1)]).toEqual(['string', 1, false])
  vi.unstubAllGlobals()
})
