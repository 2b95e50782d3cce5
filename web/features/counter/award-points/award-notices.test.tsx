import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { AwardForm } from './award-form.tsx'

beforeAll(() => startAllWords('en'))
afterEach(cleanup)
afterEach(() => vi.unstubAllGlobals())

const PLAN = {
  subscriptionPlan: 'starter',
  billingCycle: 'monthly',
  perkLimit: 1,
  currentPerkCount: 0,
  transactionLimit: 1_000,
  currentTransactionCount: 10,
  canAddTransaction: true,
  isInTrial: false,
  trialExpiresAt: null,
  periodStart: null,
  periodEnd: null,
  endsAtPeriodEnd: false,
  canRefund: false,
  nextPlan: null,
  nextCycle: null,
  nextFrom: null,
}
const award = (secondsAgo: number) => ({
  awardId: 'other-till',
  buyerId: 'KH0001',
  points: 1,
  amountSpent: 500,
  receipt: null,
  recordedAt: new Date(Date.now() - secondsAgo * 1_000).toISOString(),
  happenedAt: new Date(Date.now() - secondsAgo * 1_000).toISOString(),
  voided: null,
  undo: { possible: true, why: null, until: new Date().toISOString(), balance: '1.0', balanceAfter: '0.0' },
  corrected: null,
  correction: { possible: true, why: null, held: '1.0' },
})

async function open(
  business: number,
  { plan = PLAN, awards = [] as object[], aheadMs = 0, sent = [] as unknown[] } = {},
): Promise<void> {
  const serverDate = () => new Date(Date.now() - aheadMs).toUTCString()
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (init?.method === 'POST') {
      sent.push(JSON.parse(String(init.body)))
      return new Response('{}', { status: 503 })
    }
    if (path === '/api/health') return Response.json({}, { headers: { date: serverDate() } })
    if (path.includes('/subscription')) return Response.json(plan)
    return Response.json({ awards, next: null })
  })
  await act(async () =>
    render(
      <MemoryRouter>
        <ReadProvider userId={business}>
          <AwardForm businessId={business} />
        </ReadProvider>
      </MemoryRouter>,
    ),
  )
}

it("the card reports the month's limit for as long as it is reached, with a link to a larger plan", async () => {
  await open(701, { plan: { ...PLAN, currentTransactionCount: 1_000, canAddTransaction: false } })
  expect(await screen.findByText('Transaction limit reached')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Upgrade plan' }).getAttribute('href')).toBe('/billing')
  cleanup()
  await open(702)
  expect(screen.queryByText('Transaction limit reached')).toBeNull()
})

const HINT = /was awarded to KH.0001 a moment ago from another device/
function fill(amount: string): void {
  fireEvent.change(screen.getByLabelText('Buyer ID'), { target: { value: 'kh0001' } })
  fireEvent.change(screen.getByLabelText('Amount spent, AMD'), { target: { value: amount } })
}

it('hints at the same purchase just awarded by another till, without blocking it', async () => {
  await open(703, { awards: [award(5)] })
  fill('600')
  expect(screen.queryByText(HINT)).toBeNull()
  fill('500')
  expect(await screen.findByText(HINT)).toBeDefined()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Award points' }).disabled).toBe(false)
  cleanup()
  await open(704, { awards: [award(300)] })
  fill('500')
  expect(screen.queryByText(HINT)).toBeNull()
})

it("reports a clock two days fast, and dates offline awards by the server's", async () => {
  const days = 2 * 24 * 60
  await open(705, { aheadMs: days * 60_000 })
  expect(await screen.findByText(`This device's clock is ${days} minutes fast`)).toBeDefined()
  const sent: { happenedAt?: string }[] = []
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  cleanup()
  await open(706, { aheadMs: days * 60_000, sent })
  fill('500')
  await act(async () => screen.getByRole('button', { name: 'Award points' }).click())
  online.mockReturnValue(true)
  await act(async () => void window.dispatchEvent(new Event('online')))
  await vi.waitFor(() => expect(sent).not.toHaveLength(0))
  expect(Math.abs(Date.parse(sent[0]?.happenedAt ?? '') - (Date.now() - days * 60_000))).toBeLessThan(120_000)
})
