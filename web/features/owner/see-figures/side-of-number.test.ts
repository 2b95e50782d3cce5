import { expect, it } from 'vitest'
import { sideOfNumber } from './side-of-number.ts'

it('a number stands towards the middle of the plot', () => {
  expect([sideOfNumber(0.1, []), sideOfNumber(0.6, [0.1])]).toEqual([1, -1])
})

it('a number does not cross a higher bar beside it, unless it would leave the plot', () => {
  expect(sideOfNumber(0.6, [0.55])).toBe(1)
  expect(sideOfNumber(0.3, [0.35])).toBe(-1)
  expect(sideOfNumber(0.95, [0.9])).toBe(-1)
  expect(sideOfNumber(0.6, [0.55, 0.65])).toBe(-1)
})
