import { cleanup, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { useSubscription } from '#web/lib/calls/business.ts'
import { startAllWords } from '../../../infra/testing/all-words.ts'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import type { WaitingAward } from '#web/lib/outbox/waiting-store.ts'
import { WaitingAwards } from './waiting-awards.tsx'

const BUSINESS = 7
const award = (refusal: WaitingAward['refusal']): WaitingAward => ({
  key: 'k',
  businessId: BUSINESS,
  body: { buyerId: 'KH0001', amountSpent: 900 },
  madeAtMs: 0,
  refusal,
})

beforeAll(() => startAllWords('en'))
afterEach(cleanup)
afterEach(() => vi.unstubAllGlobals())

/** Reads what the plan's card reads. */
function Plan(): ReactNode {
  useSubscription(BUSINESS)
  return null
}

/** A waiting award that is then refused, beside the plan's card. Returns the addresses read. */
function refused(refusal: NonNullable<WaitingAward['refusal']>) {
  const read: string[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    read.push(path)
    return new Response('{}', { status: 404 })
  })
  const page = (awards: WaitingAward[]): ReactNode => (
    <MemoryRouter>
      <ReadProvider userId={BUSINESS}>
        <Plan />
        <WaitingAwards awards={awards} isKept onRetry={() => undefined} onDismiss={() => undefined} />
      </ReadProvider>
    </MemoryRouter>
  )
  const { rerender } = render(page([award(null)]))
  const refuse = async (): Promise<void> => {
    await waitFor(() => expect(read).toHaveLength(1))
    rerender(page([award(refusal)]))
  }
  return { read, refuse }
}

it("a waiting award refused for the month's limit says what helps, and refreshes the plan's card (R212)", async () => {
  const { read, refuse } = refused({
    code: 'transaction_limit_exceeded',
    message: 'Monthly transaction limit exceeded',
  })
  await refuse()
  const said = screen.getByTestId('refused-award')
  expect(said.textContent).toContain('Transaction limit reached')
  expect(said.textContent).toContain('Upgrade your plan to award more points this month.')
  expect(screen.getByRole('link').getAttribute('href')).toBe('/billing')
  await waitFor(() => expect(read).toEqual([1, 2].map(() => `/api/business/${BUSINESS}/subscription`)))
})

it('an award refused for another reason shows that reason', async () => {
  const { read, refuse } = refused({ code: 'buyer_not_found', message: 'Buyer not found' })
  await refuse()
  expect(screen.getByTestId('refused-award').textContent).toContain('Buyer not found')
  expect([screen.queryByRole('link'), read.length]).toEqual([null, 1])
})

it('an award of an earlier support visit says that it got no reply, and what a retry does (H31)', async () => {
  const { refuse } = refused({ code: 'visit_ended', message: 'The visit v has ended' })
  await refuse()
  expect(screen.getByTestId('refused-award').textContent).toContain(
    'This award got no answer during an earlier support visit. “Try Again” sends it once.',
  )
})

it.each([
  [true, null],
  [false, 'This browser cannot store anything: keep this page open until everything has been sent.'],
])("awards in this page's memory alone ask to keep the page open (kept: %s)", (isKept, said) => {
  render(<WaitingAwards awards={[award(null)]} isKept={isKept} onRetry={() => undefined} onDismiss={() => undefined} />)
  expect(screen.queryByText(/cannot store/)?.textContent ?? null).toBe(said)
})
