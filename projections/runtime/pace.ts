/**
 * How soon a look of the projections may follow the one before (performance.md 4, technique 21). Where few events come, at once: whoever
 * waits for his own write should not wait for anybody else. From a rate on where looks cost more than their events, as long later as the last
 * one took: each then has more events for the same commit and the same waking of four processes, and half of the time is left to others.
 */

const REST_FROM_PER_SECOND = 500
const MOST_REST_MS = 5
/** Over how long the rate is an average: shorter than a person notices, longer than a burst of one counter. */
const WINDOW_MS = 200

export interface Pace {
  /** A look has ended that took `tookMs` and applied this many events. */
  looked(look: { applied: number; tookMs: number }): void
  /** ms. */
  restMs(): number
}

/** `now`: ms on any clock that does not go back. */
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
