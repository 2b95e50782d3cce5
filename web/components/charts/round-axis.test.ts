import fc from 'fast-check'
import { expect, it } from 'vitest'
import { roundAxis } from './round-axis.ts'

it.each([
  [0, 100],
  [100, 100],
  [101, 200],
  [12_345, 15_000],
  [20_001, 25_000],
  [50_001, 60_000],
  [1_000_000, 1_000_000],
])('the axis for %d ends at %d', (most, top) => expect(roundAxis(most, 100).top).toBe(top))

it('the steps are round numbers of the unit', () => {
  expect(roundAxis(23, 1).ticks).toEqual([0, 5, 10, 15, 20, 25])
  expect(roundAxis(1, 1).ticks).toEqual([0, 1])
  expect(roundAxis(874, 1).ticks).toEqual([0, 200, 400, 600, 800, 1_000])
})

it('no bar is higher than the axis, the highest fills at least half of it, and at most five steps are labelled', () => {
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 2_000_000_000 }), (most) => {
      const { top, ticks } = roundAxis(most, 100)
      expect(top).toBeGreaterThanOrEqual(most)
      expect(top).toBeLessThanOrEqual(most * 2)
      expect(ticks.length).toBeLessThanOrEqual(6)
      expect(ticks.at(-1)).toBe(top)
      expect(ticks.every(Number.isInteger)).toBe(true)
    }),
  )
})
