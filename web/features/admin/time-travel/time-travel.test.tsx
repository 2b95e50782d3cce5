import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { BrowserRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { AccountThen, AsOf, BusinessHistory, DashboardThen } from '#contracts/calls/staff/time-travel.ts'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { dropReadCache } from '#web/lib/reads/read-cache.ts'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { TimeTravel } from './time-travel.tsx'

const FIRST = '2026-11-20T10:00:00.000Z'
const LAST = '2026-11-21T10:00:30.000Z'
const buyerOf = (id: number) => ({ id, buyerId: `AN${id}` })
const history: BusinessHistory = {
  first: FIRST,
  last: LAST,
  total: 12_345,
  buckets: [],
  events: [
    {
      position: '5',
      type: 'PointsAwarded',
      at: FIRST,
      buyer: buyerOf(2001),
      points: '3.5',
      actor: { id: 7, role: 'business' },
      onBehalf: false,
    },
  ],
  next: null,
}

/** Buyers at present; a past dashboard has one. */
let buyersNow = 1

function dashboardAt(asOf: AsOf, totalBuyers: number): DashboardThen {
  return {
    asOf,
    stats: { totalBuyers, totalPointsIssued: 3.5, monthlyPoints: 3.5 },
    currentTransactionCount: 1,
    subscriptionPlan: null,
    status: null,
    outstandingPoints: '3.5',
    redemptionCounts: { pending: 0, used: 0, cancelled: 0 },
    buyers: [{ id: 2001, points: '3.5', buyer: { buyerId: 'AN2001' } }],
    perks: [],
    redemptions: [],
    movements: [],
  }
}

beforeEach(async () => {
  await startAllWords('en')
  buyersNow = 1
  window.history.replaceState(null, '', '/')
  vi.stubGlobal('fetch', async (path: string) => {
    const { pathname, searchParams } = new URL(path, location.origin)
    const at = searchParams.get('at')
    if (pathname.endsWith('/history')) return Response.json(history)
    if (pathname.endsWith('/step'))
      return Response.json({ code: 'not_found', message: 'None', requestId: 'r' }, { status: 404 })
    if (pathname.includes('/buyers/')) {
      const account: AccountThen = {
        asOf: { position: '5', at: LAST },
        buyer: buyerOf(Number(pathname.split('/').at(-1))),
        points: '3.5',
        movements: [],
        redemptions: [],
      }
      return Response.json(account)
    }
    return Response.json(
      dashboardAt({ position: '5', at: at === null || at > LAST ? LAST : at }, at === null ? buyersNow : 1),
    )
  })
  Element.prototype.scrollIntoView = () => undefined
})
afterEach(() => {
  cleanup()
  dropReadCache()
  vi.unstubAllGlobals()
})

async function open(query: string): Promise<void> {
  window.history.replaceState(null, '', `/time-travel/7${query}`)
  render(
    <BrowserRouter>
      <ReadProvider userId={1}>
        <TimeTravel businessId={7} />
      </ReadProvider>
    </BrowserRouter>,
  )
  await screen.findByTestId('then-totalBuyers')
}
const buyers = (): string | null => screen.getByTestId('then-totalBuyers').textContent

it('going to the present shows what is new, even if it is shown already (H30)', async () => {
  await open('')
  expect(buyers()).toBe('1')
  const toNow = screen.getByRole('button', { name: 'To the present' })
  buyersNow = 2
  await act(async () => toNow.click())
  await waitFor(() => expect(buyers()).toBe('2'))
  await act(async () => screen.getByRole('button', { name: 'To the first event' }).click())
  buyersNow = 3
  await act(async () => toNow.click())
  await waitFor(() => expect(buyers()).toBe('3'))
})

it('the focus stays in the form of the exact moment, which follows the page', async () => {
  await open('')
  const field = screen.getByLabelText<HTMLInputElement>(/exact/i)
  field.focus()
  fireEvent.change(field, { target: { value: '2026-11-20T15:00:01' } })
  await act(async () => void fireEvent.submit(field.form!))
  await waitFor(() => expect(location.search).toContain('at='))
  expect([document.activeElement === field, field.value]).toEqual([true, '2026-11-20T15:00:01'])
  await act(async () => screen.getByRole('button', { name: 'To the present' }).click())
  await waitFor(() => expect(field.value).toBe('2026-11-21T14:00:30'))
  fireEvent.change(field, { target: { value: '2026-11-20T15:00:02' } })
  await act(async () => screen.getByRole('button', { name: 'To the first event' }).click())
  await waitFor(() => expect(field.value).toBe('2026-11-21T14:00:30'))
})

it('closing an account returns the focus to its buyer, or to the list if he had no points then', async () => {
  await open('?buyer=2001')
  const close = async (): Promise<Element | null> => {
    const cross = await screen.findByRole('button', { name: 'Hide this account' })
    cross.focus()
    await act(async () => cross.click())
    await waitFor(() => expect(cross.isConnected).toBe(false))
    return document.activeElement
  }
  expect((await close())?.getAttribute('data-buyer')).toBe('2001')
  cleanup()
  await open('?buyer=2002')
  const list = await close()
  expect([list?.getAttribute('tabindex'), list?.contains(screen.getByRole('table', { name: 'Buyers' }))]).toEqual([
    '-1',
    true,
  ])
})

it("the picture of a long history writes its number of events in the reader's format", async () => {
  await open('')
  expect(screen.getByTestId('history-marks').getAttribute('aria-label')).toContain('12,345')
})

it.each([
  ['2026-11-20T11:00:00.000Z', false],
  ['2027-11-20T11:00:00.000Z', true],
] as const)('marks a moment in the future (%s)', async (at, isAhead) => {
  await open(`?at=${at}`)
  await screen.findByText('The last event at this moment')
  await waitFor(() => expect(screen.queryByText('That moment is still to come') !== null).toBe(isAhead))
})

it('numbers that differ from those of the moment shown before are marked with what they were (H30)', async () => {
  buyersNow = 2
  await open('')
  expect(screen.queryByText(/^Changed, was/)).toBeNull()
  const field = screen.getByLabelText<HTMLInputElement>(/exact/i)
  fireEvent.change(field, { target: { value: '2026-11-20T15:00:01' } })
  await act(async () => void fireEvent.submit(field.form!))
  expect((await screen.findByText('Changed, was 2')).parentElement?.textContent).toContain('Total buyers')
  expect(screen.getAllByText(/^Changed, was/)).toHaveLength(1)
})

it('the picture of the history has a legend of what is drawn', async () => {
  await open('')
  const legend = () => [...screen.getByTestId('history-legend').children].map((item) => item.textContent)
  expect(legend()).toEqual(['Number of events', 'Points gained', 'Points lost', 'Other event'])
})
