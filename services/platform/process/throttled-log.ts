/** Logs a recurring failure at once, then once a minute, and once when it works again. */
import type { Logger } from 'pino'

const SAID_EVERY_MS = 60_000

export interface ThrottledLog {
  failed(error: unknown): void
  worked(): void
}

/** Milliseconds, monotonic. */
type Now = () => number
const sinceStart: Now = () => performance.now()

/** `words`: log messages. */
export function createThrottledLog(
  log: Pick<Logger, 'warn' | 'info'>,
  words: { failed: string; worked: string },
  now: Now = sinceStart,
): ThrottledLog {
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

/** Throttles by message: otherwise frequent retries flood the log. */
export function createThrottledLogs(
  log: Pick<Logger, 'warn' | 'info'>,
  now: Now = sinceStart,
): (what: string) => (error: unknown) => void {
  const known = new Map<string, ThrottledLog>()
  return (what) => {
    const throttled = known.get(what) ?? createThrottledLog(log, { failed: what, worked: '' }, now)
    known.set(what, throttled)
    return throttled.failed
  }
}

/** At most `most` per minute. Returns the number suppressed since the last, or undefined to suppress this one. */
export function createRateLimitedLog(most: number, now: Now = sinceStart): () => number | undefined {
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
