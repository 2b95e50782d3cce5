import fc from 'fast-check'
import { expect, it } from 'vitest'
import { outlierLimit } from './outlier-limit.ts'

it('one value far above the others is an outlier, in a week as in a year', () => {
  expect(outlierLimit([10, 12, 9, 11, 10, 12, 900])).toBe(36)
  expect(outlierLimit([...Array.from({ length: 365 }, () => 10), 31])).toBe(30)
})

it('values that differ as usual have no outlier', () => {
  expect(outlierLimit([10, 30, 9, 11, 27, 12, 29])).toBeUndefined()
})

it('three high days of a month are outliers, beside few redemptions', () => {
  expect(outlierLimit([...Array.from({ length: 28 }, () => 40), 23_456, 12_000, 9_000, 10, 6])).toBe(120)
})

it('few values have no outlier, and days without any do not count', () => {
  expect(outlierLimit([1, 2, 3, 900])).toBeUndefined()
  expect(outlierLimit([0, 0, 0, 0, 0, 0, 5, 0, 20])).toBeUndefined()
  expect(outlierLimit([])).toBeUndefined()
})

it('at most one in ten values, or one of a few, is cut off', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 5, maxLength: 732 }), (values) => {
      const limit = outlierLimit(values) ?? Infinity
      expect(values.filter((value) => value > limit).length).toBeLessThanOrEqual(Math.ceil(values.length / 10))
    }),
  )
})
