import type { Ready } from '#contracts/calls/health.ts'
import type { Building } from '#projections/runtime/generations/status.ts'

/** Window of the rate. Shorter ones follow every pause of the worker. */
const RATE_OVER_MS = 30_000

type Estimate = NonNullable<Ready['projection']['building']>

/** Estimates the rest from the progress between probes, because the worker stores no rate. */
export function createBuildEstimate(nowMs: () => number): (building: Building) => Estimate {
  let seen: { atMs: number; events: number }[] = []
  return ({ events, eventsTotal }) => {
    const atMs = nowMs()
    // Another build, or the same from the start.
    if ((seen.at(-1)?.events ?? 0) > events) seen = []
    seen.push({ atMs, events })
    while (seen.length > 2 && atMs - seen[1]!.atMs > RATE_OVER_MS) seen.shift()
    const [first] = seen
    const perMs = first && atMs > first.atMs ? (events - first.events) / (atMs - first.atMs) : 0
    return {
      fraction: eventsTotal === 0 ? 0 : Math.floor((1000 * events) / eventsTotal) / 1000,
      secondsLeft: perMs > 0 ? Math.ceil((eventsTotal - events) / perMs / 1000) : null,
    }
  }
}
