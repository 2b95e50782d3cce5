import { CLOCK_AHEAD_MAX_MS, OFFLINE_DAYS_MAX } from '#contracts/calls/counter.ts'
import { DAY_MS } from '#contracts/units/time.ts'

/** Accepts at most 7 days back, and nothing in the future beyond the allowed clock skew. */
export function isPlausibleMoment(happenedAt: Date, now: Date): boolean {
  const agoMs = now.getTime() - happenedAt.getTime()
  return agoMs >= -CLOCK_AHEAD_MAX_MS && agoMs <= OFFLINE_DAYS_MAX * DAY_MS
}
