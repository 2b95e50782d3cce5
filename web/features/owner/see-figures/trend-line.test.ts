import { expect, it } from 'vitest'
import { thinned } from './trend-line.tsx'

it('a long period becomes means of equal parts, a short one stays', () => {
  expect(thinned([1, 2, 3], 45)).toEqual([1, 2, 3])
  expect(thinned([1, 3, 5, 7, 9], 3)).toEqual([2, 6, 9])
  expect(
    thinned(
      Array.from({ length: 366 }, () => 4),
      45,
    ),
  ).toEqual(Array.from({ length: 41 }, () => 4))
})
