import { expect, it } from 'vitest'
import { createPace, type Pace } from './pace.ts'

let clock = 0

/** A second of runs, every `everyMs`, at so many events a second. */
function runs(pace: Pace, perSecond: number, everyMs: number): void {
  for (let passed = 0; passed < 1000; passed += everyMs) {
    clock += everyMs
    pace.ran((perSecond * everyMs) / 1000)
  }
}

it('a run follows at once where a counter or twenty award', () => {
  const pace = createPace(() => clock)
  expect(pace.waitMs()).toBe(0)
  for (const perSecond of [1, 50, 1_000]) {
    runs(pace, perSecond, 2)
    expect(pace.waitMs(), `${perSecond} a second`).toBe(0)
  }
})

it('many events a second are taken together, until there are few again', () => {
  const pace = createPace(() => clock)
  runs(pace, 4_000, 2)
  expect(pace.waitMs()).toBe(3)
  runs(pace, 4_000, 5)
  expect(pace.waitMs()).toBe(3)
  clock += 1_000
  expect(pace.waitMs()).toBe(0)
})
