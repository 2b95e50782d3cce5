/**
 * The runs of the projections in this process, one after the other: the log reader serves one caller, also where Redis is away and
 * the bell runs beside the queue. A run that hears of more while it works looks again before it ends, instead of being rung anew (decision 29).
 */

/** Then the queue has its turn again: jobs end, and of two workers both come to it. */
const MOST_MS = 1_000

export interface Runs {
  /** A run, behind those that were asked for before. Rejects where a look of it failed. */
  run(): Promise<void>
  /** Something was written. True: the run under way looks again, nobody has to be rung. */
  heard(): boolean
  /** Resolves when no run is under way any more. */
  ended(): Promise<void>
}

export type RunsOptions = {
  /** Brings the read models to the head of the log, as it is when this is called or later. */
  look: () => Promise<void>
  /** How long to rest before the next look, in ms. */
  restMs: () => number
  /** A run has ended before it could do what `heard` said. */
  onLeft: () => void
  /** Aborted: the look under way is the last one. */
  signal: AbortSignal
  mostMs?: number
}

export function createRuns({ look, restMs, onLeft, signal, mostMs = MOST_MS }: RunsOptions): Runs {
  let turn: Promise<void> = Promise.resolve()
  let underWay = false
  /** Heard since the look under way began. */
  let more = false
  /** Heard since the run under way began. */
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
