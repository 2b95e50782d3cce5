/**
 * The log as projections read it: totally ordered, in batches, from their checkpoint. Independent of the store's
 * client, so that projections can be tested on any log.
 */

import type { RecordedEvent } from '#ledger/event-store.ts'

/** In its stored form: projections make the current one of what they read. */
export type LogEvent = {
  id: string
  stream: string
  /** From 0. */
  revision: number
  /** Strictly increasing, with gaps: no arithmetic. */
  position: bigint
  type: string
  data: unknown
  metadata: unknown
  /** By the store's clock. */
  storedAt: Date
}

/** Of an account's stream, in the current form. `stored`: as proofs and auditors need it. */
export type StreamEvent = RecordedEvent & { stored: LogEvent }

export type LogBatch = {
  /** After `after`, in log order. */
  events: LogEvent[]
  /** False means "read again at once". */
  reachedHead: boolean
  /** Pass as `after`; later than the last event if foreign events follow. Null for an empty log read from its start. */
  lastPosition: bigint | null
}

export interface LogReader {
  /**
   * `after` is exclusive; null: start. Returns an empty batch at the head. One call at a time; throws StoreUnavailable,
   * after which a retry is safe.
   */
  read(after: bigint | null, limit: number): Promise<LogBatch>
  /** Of the followed streams; null without events. Throws StoreUnavailable. */
  head(): Promise<bigint | null>
  close(): Promise<void>
}
