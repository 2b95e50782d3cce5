/**
 * Whether the event store carries out what it is sent. One whose disk is full answers every read, and would look sound to whoever asks it, while nobody
 * can award (performance.md 5.3, F19): only the appends themselves tell.
 */
import type { CommandResult } from '#ledger/command-handler.ts'

/** After this nothing is known any more: while no new command comes, nobody would ever be told that there is room again. */
const BELIEVED_MS = 30_000

/** Said of such a store where somebody asks how it is. */
export class NothingWritten extends Error {
  override readonly message = 'The event store answers, and leaves what is appended unanswered: its disk may be full'
}

export interface WriteSilence {
  /** What became of a command that was sent to the store at `sentAt` (ms, on the clock of `now`). */
  heard(result: Pick<CommandResult, 'kind'> & { replayed?: boolean }, sentAt: number): void
  /** The latest command had no answer in all its time, and nothing was written meanwhile. Not known where it was more than half a minute ago: false. */
  silent(): boolean
}

/** `now`: ms, on any clock that does not go back. */
export function createWriteSilence(now: () => number = () => performance.now()): WriteSilence {
  let writtenAt = Number.NEGATIVE_INFINITY
  let silentAt = Number.NEGATIVE_INFINITY
  return {
    heard({ kind, replayed }, sentAt) {
      if (kind === 'done' && !replayed) {
        writtenAt = now()
        silentAt = Number.NEGATIVE_INFINITY
      }
      // One answer that is lost among others that come says nothing of the store.
      if (kind === 'unknown' && sentAt > writtenAt) silentAt = now()
    },
    silent: () => now() - silentAt < BELIEVED_MS,
  }
}
