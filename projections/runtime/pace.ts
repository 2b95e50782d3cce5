/**
 * How soon a run of the projections may follow the one before (performance.md 4, technique 21). Where few events come, at once: whoever
 * waits for his own write should not wait for anybody else. From a rate on where batches cost more than their events, a moment later:
 * each run then has several times the events for the same commit, the same ring and the same waking of four processes.
 */

const LINGER_FROM_PER_SECOND = 1_500
const LINGER_MS = 3
/** Over how long the rate is an average: shorter than a person notices, longer than a burst of one counter. */
const WINDOW_MS = 200

export interface Pace {
  /** A run has ended that applied so many events. */
  ran(applied: number): void
  /** ms. */
  waitMs(): number
}

/** `now`: ms on any clock that does not go back. */
export function createPace(now: () => number = () => performance.now()): Pace {
  let at = now()
  let perMs = 0
  return {
    ran(applied) {
      const passedMs = Math.max(now() - at, 0.01)
      at += passedMs
      const kept = Math.exp(-passedMs / WINDOW_MS)
      perMs = perMs * kept + (applied / passedMs) * (1 - kept)
    },
    waitMs: () => (perMs * 1000 * Math.exp(-(now() - at) / WINDOW_MS) > LINGER_FROM_PER_SECOND ? LINGER_MS : 0),
  }
}
