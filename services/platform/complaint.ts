/** Says what fails again and again so that somebody can read it: at once, then once a minute for as long as it fails, and once when it works again. */
import type { Logger } from 'pino'

const SAID_EVERY_MS = 60_000

export interface Complaint {
  failed(error: unknown): void
  worked(): void
}

/** `now`: ms on any clock that does not go back. */
export function createComplaint(log: Pick<Logger, 'warn' | 'info'>, words: { failed: string; worked: string }, now: () => number = () => performance.now()): Complaint {
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
