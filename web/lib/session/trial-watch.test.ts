import { expect, it } from 'vitest'
import { isDue } from './trial-watch.ts'

const MINUTE_MS = 60_000
const at = (minutes: number): number => minutes * MINUTE_MS

it('a business is asked about every 20 minutes, after 10 when its page becomes visible again, and once its trial has ended (R152)', () => {
  const looked = { atMs: 0, trialEndMs: undefined }
  expect([isDue(looked, at(19), false), isDue(looked, at(20), false)]).toEqual([false, true])
  expect([isDue(looked, at(9), true), isDue(looked, at(10), true)]).toEqual([false, true])
  const inTrial = { atMs: 0, trialEndMs: at(5) }
  expect([isDue(inTrial, at(4), false), isDue(inTrial, at(5), false)]).toEqual([false, true])
  expect(isDue({ atMs: at(6), trialEndMs: at(5) }, at(7), false)).toBe(false)
})
