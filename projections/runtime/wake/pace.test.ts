import { expect, it } from 'vitest'
import { createPace, type Pace } from './pace.ts'

let clock = 0

/** A second of catch-ups every `everyMs`, at `perSecond` events a second. */
function looks(pace: Pace, perSecond: number, everyMs: number, tookMs: number): void {
  for (let passed = 0; passed < 1000; passed += everyMs) {
    clock += everyMs
    pace.looked({ applied: (perSecond * everyMs) / 1000, tookMs })
  }
}

it('there is no pause while up to twenty counters award', () => {
  const pace = createPace(() => clock)
  expect(pace.restMs()).toBe(0)
  for (const perSecond of [1, 50, 450]) {
    looks(pace, perSecond, 4, 4)
    expect(pace.restMs(), `${perSecond} a second`).toBe(0)
  }
})

it('at high rates events are gathered, with a pause that grows with the catch-up and ends with the load', () => {
  const pace = createPace(() => clock)
  looks(pace, 1_000, 2, 1.5)
  expect(pace.restMs()).toBe(1.5)
  looks(pace, 4_000, 8, 4)
  expect(pace.restMs()).toBe(4)
  looks(pace, 4_000, 40, 30)
  expect(pace.restMs()).toBe(5)
  clock += 1_000
  expect(pace.restMs()).toBe(0)
})
