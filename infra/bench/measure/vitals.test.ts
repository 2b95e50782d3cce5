import { expect, it } from 'vitest'
import { worstWindow } from './vitals.ts'

it('cumulative layout shift is the worst window: gaps within a second, at most five seconds', () => {
  expect(worstWindow([])).toBe(0)
  const at = (...moments: number[]) => moments.map((moment) => ({ at: moment, value: 0.25 }))
  expect(worstWindow(at(100, 900, 1_800))).toBe(0.75)
  expect(worstWindow(at(100, 1_101, 2_000))).toBe(0.5)
  expect(worstWindow(at(0, 900, 1_800, 2_700, 3_600, 4_500, 5_400))).toBe(1.5)
})
