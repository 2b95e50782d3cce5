import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { AwardForm } from '#web/features/counter/award-points/award-form.tsx'
import { startAllWords } from '../../../infra/testing/all-words.ts'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { setUser } from '#web/lib/session/session.ts'
import { AwardSender } from './award-sender.tsx'

const BUSINESS = 7
/** Less than the outbox's own retry. */
const AT_ONCE = { timeout: 2_000 }

beforeAll(() => startAllWords('en'))
afterEach(cleanup)
afterEach(() => setUser(null))
afterEach(() => vi.restoreAllMocks())
afterEach(() => vi.unstubAllGlobals())

const type = (label: string, value: string): void =>
  void fireEvent.change(screen.getByLabelText(label), { target: { value } })

function App({ atCounter }: { atCounter: boolean }): ReactNode {
  return (
    <ReadProvider userId={BUSINESS}>
      <AwardSender />
      {atCounter && <AwardForm businessId={BUSINESS} />}
    </ReadProvider>
  )
}

it.each([
  ['the network comes back', () => window.dispatchEvent(new Event('online'))],
  ['somebody looks at the page again', () => document.dispatchEvent(new Event('visibilitychange'))],
])('another page also sends waiting awards as soon as %s', async (_, happens) => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_path: string, init?: RequestInit) => {
    sent.push(JSON.parse(String(init?.body)))
    return new Response(
      JSON.stringify({ awardId: 'a', points: 1.8, buyerId: 'KH0001', amountSpent: 900, balance: '1.8', message: '' }),
      { status: 201 },
    )
  })
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  setUser({
    id: BUSINESS,
    buyerId: '',
    firstName: '',
    lastName: '',
    email: 'cafe@hatik.test',
    phone: '',
    role: 'business',
    language: 'en',
  })
  const { rerender } = render(<App atCounter />)
  type('Buyer ID', 'KH0001')
  type('Amount spent, AMD', '900')
  await act(async () => screen.getByRole('button', { name: 'Award points' }).click())
  expect(await screen.findByTestId('waiting-awards')).toBeDefined()
  rerender(<App atCounter={false} />)

  online.mockReturnValue(true)
  happens()
  await waitFor(() => expect(sent).toMatchObject([{ buyerId: 'KH0001', amountSpent: 900 }]), AT_ONCE)
})
