/**
 * Detects an event store that no longer writes. With a full disk it still answers reads and looks healthy while nobody
 * can award; only the appends show it.
 */
import type { CommandResult } from '#ledger/command-handler.ts'

/**
 * After this time the state is unknown. Otherwise, without new commands, the store would count as silent even once it
 * has room again.
 */
const BELIEVED_MS = 30_000

/** Error reported for such a store by health checks. */
export class NothingWritten extends Error {
  override readonly message = 'The event store answers, and leaves what is appended unanswered: its disk may be full'
}

export interface WriteSilence {
  /** Reports the result of a command sent at `sentAt` (ms, on the clock of `now`). */
  heard(result: Pick<CommandResult, 'kind'> & { replayed?: boolean }, sentAt: number): void
  /**
   * True if the latest command timed out without an answer and nothing has been written since. False after half a
   * minute.
   */
  silent(): boolean
}

/** `now`: ms, on any monotonic clock. */
export function createWriteSilence(now: () => number = () => performance.now()): WriteSilence {
  let writtenAt = Number.NEGATIVE_INFINITY
  let silentAt = Number.NEGATIVE_INFINITY
  return {
    heard({ kind, replayed }, sentAt) {
      if (kind === 'done' && !replayed) {
        writtenAt = now()
        silentAt = Number.NEGATIVE_INFINITY
      }
      // A single lost answer among others that arrive does not count.
      if (kind === 'unknown' && sentAt > writtenAt) silentAt = now()
    },
    silent: () => now() - silentAt < BELIEVED_MS,
  }
}
