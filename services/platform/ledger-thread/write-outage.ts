/** Detects a store that answers reads but writes nothing, as with a full disk. */
import type { CommandResult } from '#ledger/command-handler.ts'

/** After this time the state is unknown: without new commands the store would stay silent even once it has room. */
const BELIEVED_MS = 30_000

export class NothingWritten extends Error {
  override readonly message = 'The event store responds but does not acknowledge appends: its disk may be full'
}

export interface WriteOutage {
  /** `sentAt`: ms, on the clock of `now`. */
  heard(result: Pick<CommandResult, 'kind'> & { replayed?: boolean }, sentAt: number): void
  /** The latest command timed out and nothing was written since. False after half a minute. */
  silent(): boolean
}

/** Milliseconds, monotonic. */
export function createWriteOutage(now: () => number = () => performance.now()): WriteOutage {
  let writtenAt = Number.NEGATIVE_INFINITY
  let silentAt = Number.NEGATIVE_INFINITY
  return {
    heard({ kind, replayed }, sentAt) {
      if (kind === 'done' && !replayed) {
        writtenAt = now()
        silentAt = Number.NEGATIVE_INFINITY
      }
      // A single lost answer does not count.
      if (kind === 'unknown' && sentAt > writtenAt) silentAt = now()
    },
    silent: () => now() - silentAt < BELIEVED_MS,
  }
}
