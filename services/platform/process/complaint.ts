/** Says what fails again and again so that somebody can read it: at once, then once a minute for as long as it fails, and once when it works again. */
import type { Logger } from 'pino'

const SAID_EVERY_MS = 60_000

export interface Complaint {
  failed(error: unknown): void
  worked(): void
}

/** In ms, on any clock that does not go back. */
type Now = () => number
const sinceStart: Now = () => performance.now()

/** Of one thing that may fail: `words` are what is said of it. */
export function createComplaint(
  log: Pick<Logger, 'warn' | 'info'>,
  words: { failed: string; worked: string },
  now: Now = sinceStart,
): Complaint {
  let saidAt: number | undefined
  return {
    failed(error) {
      if (saidAt !== undefined && now() - saidAt < SAID_EVERY_MS) return
      saidAt = now()
      log.warn({ reason: error instanceof Error ? error.message : String(error) }, words.failed)
    },
    worked() {
      if (saidAt !== undefined) log.info(words.worked)
      saidAt = undefined
    },
  }
}

/**
 * By its words, a complaint of anything that fails: each at once, then once a minute at most. What is tried every few seconds would otherwise fill the log
 * with one line for as long as a server is away, and nothing else would be found in it.
 */
export function createComplaints(
  log: Pick<Logger, 'warn' | 'info'>,
  now: Now = sinceStart,
): (what: string) => (error: unknown) => void {
  const known = new Map<string, Complaint>()
  return (what) => {
    const complaint = known.get(what) ?? createComplaint(log, { failed: what, worked: '' }, now)
    known.set(what, complaint)
    return complaint.failed
  }
}

/** Of what happens alike many times over, `most` a minute are said: how many were not said before this one, or undefined where this one is not, either. */
export function createSeldom(most: number, now: Now = sinceStart): () => number | undefined {
  let minute = -1
  let said = 0
  let unsaid = 0
  return () => {
    const current = Math.floor(now() / SAID_EVERY_MS)
    if (current !== minute) [minute, said] = [current, 0]
    if (said === most) {
      unsaid += 1
      return undefined
    }
    said += 1
    const before = unsaid
    unsaid = 0
    return before
  }
}
