/**
 * Throttles catch-ups. With few events there is no pause, so that readers of their own writes need not wait. At high
 * rates the pause equals the last catch-up, which gathers more events per commit.
 */

const REST_FROM_PER_SECOND = 500
const MOST_REST_MS = 5
/** Averaging window: shorter than people notice, longer than a burst from one counter. */
const WINDOW_MS = 200

export interface Pace {
  looked(look: { applied: number; tookMs: number }): void
  restMs(): number
}

/** `now`: monotonic clock in ms. */
export function createPace(now: () => number = () => performance.now()): Pace {
  let at = now()
  let perMs = 0
  let lastMs = 0
  return {
    looked({ applied, tookMs }) {
      const passedMs = Math.max(now() - at, 0.01)
      at += passedMs
      const kept = Math.exp(-passedMs / WINDOW_MS)
      perMs = perMs * kept + (applied / passedMs) * (1 - kept)
      lastMs = tookMs
    },
    restMs() {
      const perSecond = perMs * 1000 * Math.exp(-(now() - at) / WINDOW_MS)
      return perSecond > REST_FROM_PER_SECOND ? Math.min(lastMs, MOST_REST_MS) : 0
    },
  }
}
