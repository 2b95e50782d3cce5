import { act, cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { BuyerVisits } from '#contracts/calls/figures.ts'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { BuyerCard } from './buyer-card.tsx'
import { BuyerVisitsTable } from './buyer-visits.tsx'

beforeAll(() => startAllWords('en'))
afterEach(cleanup)
afterEach(() => vi.unstubAllGlobals())

const ANI: BuyerVisits = {
  id: 5,
  buyer: { buyerId: 'AB1234' },
  points: '34.6',
  visits: 2,
  amountSpent: 17_345,
  firstVisitAt: '2026-01-05T05:05:00.000Z',
  lastVisitAt: '2026-01-08T05:05:00.000Z',
}
const UNDONE: BuyerVisits = { ...ANI, id: 6, buyer: { buyerId: 'CD5678' }, visits: 0, amountSpent: 0 }
const asked: URLSearchParams[] = []

async function show(buyers: BuyerVisits[], what = <BuyerVisitsTable businessId={7} />): Promise<void> {
  asked.length = 0
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(new URL(address, 'http://localhost').searchParams)
    return Response.json({ buyers, next: null })
  })
  render(
    <MemoryRouter>
      <ReadProvider userId={7}>{what}</ReadProvider>
    </MemoryRouter>,
  )
  await act(async () => new Promise((resolve) => setTimeout(resolve)))
}
const cells = (): (string | null)[] =>
  screen.getAllByRole('cell').map((cell) => cell.lastElementChild?.textContent?.replaceAll(' ', ' ') ?? null)

it('lists buyers by their last visit, each linked to its own page', async () => {
  await show([ANI, { ...UNDONE, firstVisitAt: null, lastVisitAt: null }])
  expect(asked[0]!.get('sort')).toBe('last')
  expect(asked[0]!.get('order')).toBe('desc')
  expect(screen.getByRole('link', { name: /AB.1234/ }).getAttribute('href')).toBe('/buyers/AB1234')
  expect(cells().slice(2, 4)).toEqual(['2', expect.stringMatching(/17,345/)])
  expect(cells().slice(6)).toEqual(['none yet', '0', expect.any(String), 'none yet'])
})

it('asks the server for another order, and turns it around', async () => {
  await show([ANI])
  await act(async () => screen.getByRole('button', { name: 'Spent' }).click())
  expect([asked.at(-1)!.get('sort'), asked.at(-1)!.get('order')]).toEqual(['spent', 'desc'])
  await act(async () => screen.getByRole('button', { name: 'Spent' }).click())
  expect([asked.at(-1)!.get('sort'), asked.at(-1)!.get('order')]).toEqual(['spent', 'asc'])
  expect(screen.getByRole('columnheader', { name: 'Spent' }).getAttribute('aria-sort')).toBe('ascending')
})

it('a card shows what its buyer has done here, and what belongs to the buyer below', async () => {
  await show(
    [ANI],
    <BuyerCard businessId={7} code="AB1234">
      {(id) => <p>{`buyer ${id}`}</p>}
    </BuyerCard>,
  )
  expect(screen.getByTestId('buyer-card').textContent).toMatch(/34\.6.*2.*17,345/)
  expect(screen.getByText('buyer 5')).toBeDefined()
})

it('a card of a code that no buyer has says so', async () => {
  await show(
    [],
    <BuyerCard businessId={7} code="ZZ9999">
      {() => <p>never</p>}
    </BuyerCard>,
  )
  expect(screen.getByText('No such buyer here')).toBeDefined()
  expect(screen.queryByText('never')).toBeNull()
})
