/** Port to the event store, implemented in platform/event-store. */
import type { EventMetadata, LedgerEvent } from '#contracts/events/ledger-events.ts'

/** `revision`: place in the stream. `position`: commit position in the log. */
export type RecordedEvent = LedgerEvent & {
  id: string
  stream: string
  revision: number
  position: bigint
  /** By the store's clock. */
  storedAt: Date
  metadata: EventMetadata
}

/** The id derives from command and content, so that a repeated append is recognised (decision 7). */
export type EventToAppend = LedgerEvent & { id: string; metadata: EventMetadata }

/** Expected revision of a stream that does not exist yet; the ledger never appends with "any". */
export const NO_STREAM = -1

export type AppendOutcome =
  /** Written now, or already written with the same ids. `position` is the last event's commit position. */
  | { kind: 'written'; revision: number; position: bigint }
  /** Nothing was written, because the stream is at another revision: load and decide again. */
  | { kind: 'conflict' }
  /** Nothing was sent, because the store is unreachable. A later attempt may succeed. */
  | { kind: 'unavailable'; reason: string }
  /** Not written, and no retry helps: append too large, stream deleted, or access denied. */
  | { kind: 'refused'; reason: string }
  /** It may or may not have been written; a retry with the same ids and expected revision settles it. */
  | { kind: 'unknown'; reason: string }

export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
}

/** An unreadable or missing event. Throwing prevents decisions on a wrong balance. */
export class UnreadableEvent extends Error {
  override name = 'UnreadableEvent'
}

export interface EventStore {
  /**
   * Oldest first, `fromRevision` included; empty for an unknown stream. Throws StoreUnavailable at `deadlineAt` (epoch
   * ms), and UnreadableEvent.
   */
  readStream(
    stream: string,
    fromRevision: number,
    options: { deadlineAt: number; maxCount?: number },
  ): Promise<RecordedEvent[]>
  /**
   * Atomic. Settles before `deadlineAt` (epoch ms): an unknown outcome is retried with the same ids and revision, and
   * reported as 'unknown' only at the deadline.
   */
  append(
    stream: string,
    expectedRevision: number,
    events: readonly EventToAppend[],
    options: { deadlineAt: number },
  ): Promise<AppendOutcome>
}
