import { CLOCK_AHEAD_MAX_MS, OFFLINE_DAYS_MAX } from '#contracts/calls/counter.ts'
import { DAY_MS } from '#contracts/units/time.ts'

/** Whether a counter that was offline may say that its award happened then: at most 7 days back, and not in the future. */
export function isPlausibleMoment(happenedAt: Date, now: Date): boolean {
  const agoMs = now.getTime() - happenedAt.getTime()
  return agoMs >= -CLOCK_AHEAD_MAX_MS && agoMs <= OFFLINE_DAYS_MAX * DAY_MS
}
