/**
 * The port to the event store: the little that the ledger needs. Its one implementation stands in
 * platform/event-store and speaks to whatever server EVENTSTORE_URL names.
 */
import type { EventMetadata, LedgerEvent } from '#contracts/events/ledger-events.ts'

/** An event as it stands on its stream. `revision` is the place on the stream, `position` the commit position in the log. */
export type RecordedEvent = LedgerEvent & {
  id: string
  stream: string
  revision: number
  position: bigint
  /** The store's own clock when it wrote the event. */
  storedAt: Date
  metadata: EventMetadata
}

/** What is written: the id follows from the command and from what the event says (decision 7), so that a repeated append is exact. */
export type EventToAppend = LedgerEvent & { id: string; metadata: EventMetadata }

/** -1 is "no stream yet": always explicit, never "any" (eventstoredb.md 2.2). */
export const NO_STREAM = -1

export type AppendOutcome =
  /** Written now, or found written before by the same ids. `position` is that of the last event. */
  | { kind: 'written'; revision: number; position: bigint }
  /** The stream is at another revision: load and decide again. Nothing was written. */
  | { kind: 'conflict' }
  /** Definitely not written: the store could not be reached and nothing was sent. A later try may succeed. */
  | { kind: 'unavailable'; reason: string }
  /** Definitely not written, and no retry will help: too large, deleted stream, access denied. */
  | { kind: 'refused'; reason: string }
  /** Nobody knows whether it was written: settle it with the same ids and the same revision. */
  | { kind: 'unknown'; reason: string }

/** The store could not be read within the deadline. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
}

/** An account's stream holds an event that is none of the seven types: such an error must be loud (design.md 1, rule 7). */
export class UnreadableEvent extends Error {
  override name = 'UnreadableEvent'
}

export interface EventStore {
  /**
   * The events of a stream from a revision on (inclusive), oldest first, at most `maxCount` of them; empty where there is no
   * stream. Throws StoreUnavailable at `deadlineAt` (epoch ms), UnreadableEvent at an event that it does not know.
   */
  readStream(
    stream: string,
    fromRevision: number,
    options: { deadlineAt: number; maxCount?: number },
  ): Promise<RecordedEvent[]>
  /**
   * One append, one stream, one atomic unit. It always settles before `deadlineAt` (epoch ms): unknown outcomes are
   * first retried with the same ids and revision, and reported as 'unknown' only when time is up.
   */
  append(
    stream: string,
    expectedRevision: number,
    events: readonly EventToAppend[],
    options: { deadlineAt: number },
  ): Promise<AppendOutcome>
}
