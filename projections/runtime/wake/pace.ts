/**
 * How long the projections rest before the next look at the log (performance.md 4, technique 21). With few events not at all: a reader of his own
 * write should wait for nobody else. Above a rate at which a look costs more than its events, as long as the last look took: each look then has
 * more events for one commit and one waking of four processes, and half of the time is left to others.
 */

const REST_FROM_PER_SECOND = 500
const MOST_REST_MS = 5
/** The rate is averaged over this: shorter than a person notices, longer than a burst from one counter. */
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
