/**
 * Serialises projection jobs in this process, because the log reader serves one caller. A job catches up repeatedly
 * while more events arrive, instead of needing a wake-up for each (decision 39).
 */

/** Maximum duration of a job, so that with two workers both get jobs. */
const MOST_MS = 1_000

export interface Runs {
  /** Rejects if one of the job's catch-ups fails. */
  run(): Promise<void>
  /** Reports a new event. True if the current job will include it, so no wake-up is needed. */
  heard(): boolean
  ended(): Promise<void>
}

export type RunsOptions = {
  look: () => Promise<void>
  /** Pause before the next catch-up, in ms. */
  restMs: () => number
  /** Called if a job ended before the catch-up that `heard` promised. */
  onLeft: () => void
  signal: AbortSignal
  mostMs?: number
}

export function createRuns({ look, restMs, onLeft, signal, mostMs = MOST_MS }: RunsOptions): Runs {
  let turn: Promise<void> = Promise.resolve()
  let underWay = false
  /** An event arrived since the current catch-up began. */
  let more = false
  /** An event arrived that no catch-up of the job has covered. */
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
