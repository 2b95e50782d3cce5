/**
 * Serialises projection jobs in this process, because the log reader serves one caller. A job catches up repeatedly
 * and waits for the next event, because a wake-up through Redis takes longer than writing a small batch (decision 39).
 */
import { coalesce } from '#platform/process/coalesce.ts'

/** Maximum duration of a job, so that with two workers both get jobs. */
const MOST_MS = 1_000
/** How long (ms) a job waits for the next event before it ends. */
const WAIT_MS = 100

export interface Runs {
  /** Rejects if one of the job's catch-ups fails. */
  run(): Promise<void>
  /** Makes the current job include a new event, so no wake-up is needed. False if no job runs. */
  repeat(): boolean
  ended(): Promise<void>
}

export type RunsOptions = {
  catchUp: () => Promise<void>
  /** Pause before the next catch-up, in ms. */
  restMs: () => number
  /** Called if a job ended before the catch-up that `repeat` promised. */
  onLeft: () => void
  signal: AbortSignal
  mostMs?: number
  waitMs?: number
}

export function createRuns({ catchUp, restMs, onLeft, signal, mostMs = MOST_MS, waitMs = WAIT_MS }: RunsOptions): Runs {
  let underWay = false
  /** An event arrived since the current catch-up began. */
  let more = false
  /** An event arrived that no catch-up of the job has covered. */
  let promised = false
  let endWait = (): void => {}

  async function job(): Promise<void> {
    const until = performance.now() + mostMs
    underWay = true
    promised = false
    try {
      do {
        const rest = restMs()
        if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest))
        more = false
        await catchUp()
        if (!more && !signal.aborted) await nextEvent(Math.min(waitMs, until - performance.now()))
      } while (more && performance.now() < until && !signal.aborted)
      promised = more
    } finally {
      underWay = false
      if (promised) onLeft()
    }
  }

  function nextEvent(mostMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, mostMs)
      endWait = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  const jobs = coalesce(job)
  return {
    run: jobs.run,
    repeat() {
      if (!underWay) return false
      more = promised = true
      endWait()
      return true
    },
    ended: jobs.ended,
  }
}
