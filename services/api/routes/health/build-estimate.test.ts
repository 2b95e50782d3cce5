import { expect, it } from 'vitest'
import { createBuildEstimate } from './build-estimate.ts'

let nowMs = 0
const after = (seconds: number) => (nowMs += seconds * 1_000)

it('a build is estimated from its progress of the last half minute', () => {
  const estimate = createBuildEstimate(() => nowMs)
  expect(estimate({ events: 0, eventsTotal: 0 })).toEqual({ fraction: 0, secondsLeft: null })
  after(1)
  expect(estimate({ events: 100, eventsTotal: 1_000 })).toEqual({ fraction: 0.1, secondsLeft: 9 })
  // Slower from here on: 10 a second.
  for (let events = 110; events <= 500; events += 10) {
    after(1)
    const { secondsLeft } = estimate({ events, eventsTotal: 1_000 })
    if (events === 500) expect(secondsLeft).toBe(50)
  }
})

it('a build that begins again is estimated anew', () => {
  const estimate = createBuildEstimate(() => nowMs)
  estimate({ events: 900, eventsTotal: 1_000 })
  after(10)
  expect(estimate({ events: 10, eventsTotal: 1_000 })).toEqual({ fraction: 0.01, secondsLeft: null })
  after(10)
  expect(estimate({ events: 20, eventsTotal: 1_000 }).secondsLeft).toBe(980)
})
