import fc from 'fast-check'
import { expect, it } from 'vitest'
import { topOfAxis } from './top-of-axis.ts'

it.each([
  [0, 100],
  [100, 100],
  [101, 200],
  [12_345, 20_000],
  [20_001, 50_000],
  [50_001, 100_000],
  [1_000_000, 1_000_000],
])('the axis for %d ends at %d', (most, top) => expect(topOfAxis(most)).toBe(top))

it('no bar is higher than the axis, and the highest fills at least two fifths of it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 2_000_000_000 }), (most) => {
      expect(topOfAxis(most)).toBeGreaterThanOrEqual(most)
      expect(topOfAxis(most)).toBeLessThanOrEqual(most * 2.5)
    }),
  )
})
