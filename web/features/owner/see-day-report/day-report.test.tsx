import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import type { DayReport as Report } from '#contracts/calls/day-report.ts'
import { dropReadCache } from '#web/lib/reads/read-cache.ts'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { DayReport } from './day-report.tsx'

afterEach(cleanup)
afterEach(() => vi.unstubAllGlobals())
afterEach(() => vi.useRealTimers())

const NOTHING = { purchases: 0, turnoverAmd: 0, givenPoints: 0, perks: 0, usedPoints: 0 }
const EMPTY = { ...NOTHING, buyers: 0, newBuyers: 0, returningBuyers: 0, averageAmd: null }
const NO_HOUR = { purchases: 0, turnoverAmd: 0, comparedAmd: 0 }

const report = (changes: Partial<Report> = {}): Report => ({
  day: '2026-12-03',
  comparedDay: '2026-11-26',
  totals: EMPTY,
  compared: EMPTY,
  otherDays: NOTHING,
  hours: Array.from({ length: 24 }, () => NO_HOUR),
  people: [],
  tills: [],
  branches: [],
  handedOver: [],
  ...changes,
})

const busy = report({
  totals: {
    purchases: 3,
    turnoverAmd: 12_000,
    givenPoints: 24,
    perks: 1,
    usedPoints: 12.5,
    buyers: 2,
    newBuyers: 1,
    returningBuyers: 1,
    averageAmd: 4_000,
  },
  compared: { ...EMPTY, purchases: 4, turnoverAmd: 10_000, buyers: 2 },
  hours: Array.from({ length: 24 }, (_, hour) =>
    hour === 9
      ? { purchases: 1, turnoverAmd: 2_000, comparedAmd: 0 }
      : hour === 11
        ? { purchases: 2, turnoverAmd: 10_000, comparedAmd: 10_000 }
        : NO_HOUR,
  ),
  people: [
    { id: '00000000-0000-5000-8000-000000000001', name: 'Ani', ...NOTHING, purchases: 2, turnoverAmd: 10_000 },
    { id: '00000000-0000-5000-8000-000000000002', name: null, ...NOTHING, purchases: 1, turnoverAmd: 2_000 },
  ],
  tills: [{ id: null, name: null, ...NOTHING, purchases: 3 }],
  handedOver: [{ perkId: 7, name: 'Coffee', perks: 1, usedPoints: 12.5 }],
})

const Address = () => <p data-testid="address">{useLocation().search}</p>

/** The server's requests for the report of a day, in order. */
async function open(answer: Report, search = ''): Promise<string[]> {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-02T21:00:00Z') })
  await startAllWords('en')
  dropReadCache()
  const asked: string[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    if (!path.includes('/reports/')) return new Promise(() => undefined)
    if (path.includes('/reports/day?')) asked.push(path)
    return Response.json(answer)
  })
  render(
    <MemoryRouter initialEntries={[`/reports${search}`]}>
      <ReadProvider userId={94}>
        <DayReport businessId={7} />
        <Address />
      </ReadProvider>
    </MemoryRouter>,
  )
  await screen.findByTestId('day-report')
  return asked
}

const press = (name: string) => act(async () => screen.getByRole('button', { name }).click())

it('shows today, goes day by day up to today, and keeps the day in the address', async () => {
  const asked = await open(busy)
  expect(asked.at(-1)).toBe('/api/business/7/reports/day?day=2026-12-03')
  expect(screen.getByRole('button', { name: 'Next day' }).getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByText(/not over yet/)).toBeTruthy()
  await press('Previous day')
  expect(asked.at(-1)).toBe('/api/business/7/reports/day?day=2026-12-02')
  expect(screen.getByTestId('address').textContent).toBe('?day=2026-12-02')
  expect(screen.getByLabelText('Day (Wednesday)')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Download PDF' }).getAttribute('href')).toBe(
    '/api/business/7/reports/day.pdf?day=2026-12-02&language=en',
  )
  await press('Next day')
  expect(screen.getByTestId('address').textContent).toBe('')
})

it('shows today for a day that is none or still to come', async () => {
  for (const search of ['?day=soon', '?day=2027-01-01', '?day=2026-02-30']) {
    expect((await open(busy, search)).at(-1)).toBe('/api/business/7/reports/day?day=2026-12-03')
    cleanup()
  }
})

const tile = (name: string) => within(screen.getByTestId('day-totals')).getByText(name).parentElement?.textContent

it('compares the totals with the week before, and not where there is nothing to compare with', async () => {
  await open(busy, '?day=2026-12-02')
  expect(tile('Turnover')).toBe('Turnover12,000\u00a0AMD+20%A week before: 10,000\u00a0AMD')
  expect(tile('Purchases')).toBe('Purchases3−25%A week before: 4')
  expect(tile('Buyers')).toBe('Buyers20%A week before: 2')
  expect(tile('Average purchase')).toBe('Average purchase4,000\u00a0AMDA week before: –')
  expect(tile('Points used for perks')).toBe('Points used for perks12.5A week before: 0')
})

it('tells no change in percent before the day is over', async () => {
  await open(busy)
  expect(tile('Turnover')).toBe('Turnover12,000\u00a0AMDA week before: 10,000\u00a0AMD')
})

it('shows the numbers of the busiest hour first, and those of any other by the keyboard', async () => {
  await open(busy)
  const slider = screen.getByRole('slider', { name: 'Hour' })
  expect([slider.getAttribute('min'), slider.getAttribute('max')]).toEqual(['9', '11'])
  expect(slider.getAttribute('aria-valuetext')).toBe(
    '11:00–12:00: 10,000\u00a0AMD, 2 purchases. A week before: 10,000\u00a0AMD.',
  )
  await act(async () => void fireEvent.change(slider, { target: { value: '9' } }))
  expect(screen.getByTestId('chosen-hour').textContent).toBe(
    '09:00–10:00: 2,000\u00a0AMD, 1 purchase. A week before: 0\u00a0AMD.',
  )
})

it('names people, a removed one too, and leaves out a table without tills', async () => {
  await open(busy)
  const people = within(screen.getByRole('table', { name: 'By person' }))
  expect(people.getByText('Ani')).toBeTruthy()
  expect(people.getByText('Removed person')).toBeTruthy()
  expect(screen.queryByRole('table', { name: 'By till' })).toBeNull()
  expect(within(screen.getByRole('table', { name: 'Perks handed over' })).getByText('Coffee')).toBeTruthy()
})

it('says that a day is empty, without tables or chart', async () => {
  await open(report())
  expect(screen.getByText('No purchases')).toBeTruthy()
  expect([screen.queryByRole('table'), screen.queryByRole('slider'), screen.queryByTestId('other-days')]).toEqual([
    null,
    null,
    null,
  ])
})

it('shows a day on which perks were handed over but nothing was bought, without a chart', async () => {
  await open(
    report({
      totals: { ...EMPTY, perks: 1, usedPoints: 2 },
      handedOver: [{ perkId: 7, name: 'Coffee', perks: 1, usedPoints: 2 }],
    }),
  )
  expect(screen.getByRole('table', { name: 'Perks handed over' })).toBeTruthy()
  expect([screen.queryByRole('slider'), screen.queryByText('No purchases')]).toEqual([null, null])
})

it('tells what the day changed of other days, also where it has no purchases of its own', async () => {
  await open(report({ otherDays: { ...NOTHING, purchases: -1, turnoverAmd: -2_000, givenPoints: -4 } }))
  expect(screen.getByTestId('other-days').textContent).toContain(
    'turnover −2,000\u00a0AMD, points given −4, perks handed over +0',
  )
})
