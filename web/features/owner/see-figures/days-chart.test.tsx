import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { DailyFigures } from '#contracts/calls/figures.ts'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { DaysChart } from './days-chart.tsx'

beforeAll(() => startAllWords('en'))
afterEach(cleanup)
afterEach(() => vi.restoreAllMocks())

const NOTHING = { issuedPoints: 0, redeemedPoints: 0, awards: 0, redemptions: 0 }

/** From the first of November; `issued` in points. */
function show(issued: readonly number[], redeemed: readonly number[] = []): void {
  const days: DailyFigures['days'] = issued.map((issuedPoints, index) => ({
    ...NOTHING,
    day: `2026-11-${String(index + 1).padStart(2, '0')}`,
    issuedPoints,
    redeemedPoints: redeemed[index] ?? 0,
    awards: issuedPoints > 0 ? 2 : 0,
    redemptions: (redeemed[index] ?? 0) > 0 ? 1 : 0,
  }))
  render(
    <MemoryRouter>
      <DaysChart figures={{ from: days[0]!.day, to: days.at(-1)!.day, days }} />
    </MemoryRouter>,
  )
}

const slider = () => screen.getByRole('slider', { name: 'Day' })
const chosen = () => screen.getByTestId('chosen-day').textContent
const press = (name: string) => act(async () => screen.getByRole('button', { name }).click())
const cutNumbers = () => screen.queryAllByTestId('cut-number').map(({ textContent }) => textContent)
const textsOfPlot = () =>
  [...screen.getByTestId('plot').parentElement!.firstElementChild!.children].map((tick) => tick.textContent)

it('shows the latest day with movements first, and links to its events', () => {
  show([10, 12.5, 0], [0, 3])
  expect(chosen()).toBe('Nov\u00a02, 2026: issued 12.5, redeemed 32 awards, 1 perk redeemed')
  expect(screen.getByRole('link').getAttribute('href')).toContain('/figures/events?day=2026-11-02&type=PointsAwarded')
})

it('the cursor says the numbers of any day by the keyboard', async () => {
  show([10, 12.5, 0], [0, 3])
  expect([slider().getAttribute('min'), slider().getAttribute('max')]).toEqual(['0', '2'])
  await act(async () => void fireEvent.change(slider(), { target: { value: '0' } }))
  expect(slider().getAttribute('aria-valuetext')).toBe(
    'Nov\u00a01, 2026: issued 10, redeemed 0. 2 awards, 0 perks redeemed',
  )
  expect(chosen()).toContain('Nov\u00a01, 2026: issued 10')
})

it('a press or a drag chooses the day below the finger, and the mouse shows others in passing', async () => {
  show([10, 20, 30, 40])
  const plot = screen.getByTestId('plot')
  vi.spyOn(plot, 'getBoundingClientRect').mockReturnValue(new DOMRect(100, 0, 400, 240))
  const point = (event: 'pointerDown' | 'pointerMove' | 'pointerLeave', clientX: number, init: object = {}) =>
    act(async () => void fireEvent[event](plot, { clientX, button: 0, pointerType: 'touch', ...init }))
  await point('pointerDown', 101)
  expect(chosen()).toContain('issued 10')
  expect(document.activeElement).toBe(slider())
  await point('pointerMove', 330, { buttons: 1 })
  expect(chosen()).toContain('issued 30')
  await point('pointerMove', 900, { buttons: 1 })
  expect(chosen()).toContain('issued 40')
  await point('pointerMove', 210, { pointerType: 'mouse', buttons: 0 })
  expect(chosen()).toContain('issued 20')
  await point('pointerLeave', 0, { pointerType: 'mouse' })
  expect(chosen()).toContain('issued 40')
})

it('an outlier does not flatten the other days: its bar is cut, with its number on it and in words', async () => {
  show([100, 120, 90, 110, 12_345.6, 95, 105])
  expect(textsOfPlot()).toEqual(['0', '50', '100', '150'])
  expect(cutNumbers()).toEqual(['12,345.6'])
  expect(screen.getByTestId('cut-bars').textContent).toBe(
    'The scale ends at 150, so that the other days stay readable. Cut off: Nov\u00a05, 2026, issued 12,345.6.',
  )
  await press('Full scale')
  expect(textsOfPlot()).toEqual(['0', '5,000', '10,000', '15,000'])
  expect(cutNumbers()).toEqual([])
  expect(screen.getByRole('button', { name: 'Full scale', pressed: true })).toBeTruthy()
  await press('Full scale')
  expect(cutNumbers()).toEqual(['12,345.6'])
})

it('the three highest of many cut bars have their numbers, and the rest are counted', () => {
  show(
    Array.from({ length: 30 }, (_, day) => (day === 3 ? 900 : day === 4 ? 800 : 10)),
    Array.from({ length: 30 }, (_, day) => (day === 3 ? 950 : day === 9 ? 700 : 10)),
  )
  expect(cutNumbers()).toEqual(['950', '900', '800'])
  expect(screen.getByTestId('cut-bars').textContent).toMatch(/Nov\u00a05, 2026, issued 800; 1 more bar\.$/)
})

it('usual days have no switch, and their axis ends above the highest', () => {
  show([10, 21, 13, 8, 15, 17])
  expect(textsOfPlot()).toEqual(['0', '5', '10', '15', '20', '25'])
  expect([screen.queryByRole('button'), screen.queryByTestId('cut-bars')]).toEqual([null, null])
})
