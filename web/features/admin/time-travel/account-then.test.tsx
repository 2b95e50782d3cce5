import { act, cleanup, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { AccountThen } from '#contracts/calls/staff/time-travel.ts'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { dropReadCache } from '#web/lib/reads/read-cache.ts'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import type { TravelMoment } from '#web/lib/reads/travel-moment.ts'
import { AccountThenCard } from './account-then.tsx'

beforeEach(() => startAllWords('en'))
afterEach(() => {
  cleanup()
  dropReadCache()
  vi.unstubAllGlobals()
})

const thenOf = (id: number, points: string): AccountThen => ({
  asOf: { position: '5', at: '2026-11-20T10:00:00.000Z' },
  buyer: { id, buyerId: `AAAA${id}` },
  points,
  movements: [],
  redemptions: [],
})
const at = (position: string): TravelMoment => ({ kind: 'position', position })
const card = (buyerId: number, moment: TravelMoment): ReactNode => (
  <ReadProvider userId={1}>
    <AccountThenCard businessId={7} buyerId={buyerId} moment={moment} onClose={() => undefined} />
  </ReadProvider>
)

it('stays while the same account is read at another moment, but not while another account is', async () => {
  let answer = (_reply: Response): void => undefined
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)))
  const { rerender } = render(card(2001, at('5')))
  await act(async () => answer(Response.json(thenOf(2001, '3.5'))))
  expect((await screen.findByTestId('balance-then')).textContent).toBe('3.5')
  rerender(card(2001, at('6')))
  expect(screen.getByTestId('balance-then').textContent).toBe('3.5')
  await act(async () => answer(Response.json(thenOf(2001, '4'))))
  expect((await screen.findByTestId('balance-then')).textContent).toBe('4')
  rerender(card(2002, at('6')))
  expect([screen.queryByTestId('balance-then'), screen.queryByText(/2001/)]).toEqual([null, null])
  await act(async () => answer(Response.json(thenOf(2002, '9'))))
  expect((await screen.findByTestId('balance-then')).textContent).toBe('9')
})

it.each([
  ['am', 'Ջնջված գնորդի հաշիվը'],
  ['en', 'Account of an erased buyer'],
] as const)("calls an erased buyer's account that, without a code (%s)", async (language, title) => {
  await startAllWords(language)
  vi.stubGlobal('fetch', async () => Response.json({ ...thenOf(2001, '3.5'), buyer: { id: 2001, buyerId: '' } }))
  render(card(2001, at('5')))
  expect((await screen.findByRole('heading', { level: 2 })).textContent).toBe(title)
})
