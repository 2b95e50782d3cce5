/**
 * The runs of the projections in this process, one after the other: the log reader serves one caller, also when Redis is down and the bell
 * starts runs beside the queue. A run consists of looks, each a catch-up to the head of the log: if it hears of more events while it works, it
 * looks again before it ends, instead of being rung anew (decision 39).
 */

/** After this a run ends all the same: so jobs end, and with two workers each gets its turn. */
const MOST_MS = 1_000

export interface Runs {
  /** Starts a run behind those asked for before. Rejects if one of its looks fails. */
  run(): Promise<void>
  /** Something was written. True: the run in progress will look again, so no ring is needed. */
  heard(): boolean
  /** Resolves when no run is in progress any more. */
  ended(): Promise<void>
}

export type RunsOptions = {
  /** Brings the read models to the head of the log, as it is when this is called or later. */
  look: () => Promise<void>
  /** How long to rest before the next look, in ms. */
  restMs: () => number
  /** A run has ended before the look that `heard` promised. */
  onLeft: () => void
  /** Aborted: the present look is the last one. */
  signal: AbortSignal
  mostMs?: number
}

export function createRuns({ look, restMs, onLeft, signal, mostMs = MOST_MS }: RunsOptions): Runs {
  let turn: Promise<void> = Promise.resolve()
  let underWay = false
  /** Heard since the present look began. */
  let more = false
  /** Heard since the present run began; after a run without failure, only what none of its looks has seen. */
  let promised = false

  async function lookWhileHeard(): Promise<void> {
    const until = performance.now() + mostMs
    underWay = true
    promised = false
    try {
      do {
        const rest = restMs()
        if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest))
        more = false
        await look()
      } while (more && performance.now() < until && !signal.aborted)
      promised = more
    } finally {
      underWay = false
      if (promised) onLeft()
    }
  }

  return {
    run() {
      const run = turn.then(lookWhileHeard)
      turn = run.catch(() => {})
      return run
    },
    heard() {
      if (!underWay) return false
      more = promised = true
      return true
    },
    ended: () => turn,
  }
}
