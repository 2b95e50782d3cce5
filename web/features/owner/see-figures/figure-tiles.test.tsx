import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { DailyFigures } from '#contracts/calls/figures.ts'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { FigureTiles } from './figure-tiles.tsx'

beforeAll(() => startAllWords('en'))
afterEach(cleanup)

const day = (name: string, issuedPoints: number, redeemedPoints: number, awards: number) => ({
  day: name,
  issuedPoints,
  redeemedPoints,
  awards,
  redemptions: 0,
})
const now: DailyFigures = {
  from: '2026-11-03',
  to: '2026-11-04',
  days: [day('2026-11-03', 0.1, 4, 1), day('2026-11-04', 0.2, 2, 2)],
}
const before: DailyFigures = {
  from: '2026-11-01',
  to: '2026-11-02',
  days: [day('2026-11-01', 0.1, 8, 0), day('2026-11-02', 0.1, 4, 3)],
}
const tile = (name: string) => within(screen.getByTestId('figure-tiles')).getByText(name).parentElement?.textContent

it('each tile has the sum of the period and its change against as many days before', () => {
  render(<FigureTiles figures={now} before={before} isOver />)
  expect(screen.getByText(/Compared with/).textContent?.trim()).toBe(
    'Compared with the 2 days before, Nov\u00a01, 2026 – Nov\u00a02, 2026.',
  )
  expect(tile('Points issued')).toBe('Points issued0.3+50%Before: 0.2')
  expect(tile('Points redeemed')).toBe('Points redeemed6−50%Before: 12')
  expect(tile('Awards')).toBe('Awards30%Before: 3')
  // Nothing is no base for a percentage.
  expect(tile('Perks redeemed')).toBe('Perks redeemed0Before: 0')
})

it('without the days before, the tiles have their sums alone; a day that goes on is said', () => {
  render(<FigureTiles figures={now} before={undefined} isOver={false} />)
  expect(tile('Points issued')).toBe('Points issued0.3')
  expect(screen.getByText('Today is not over yet.')).toBeTruthy()
})
