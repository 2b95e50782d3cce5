/**
 * The log as the projections read it: in its one total order, in batches, from a position that they keep themselves
 * (design.md 3, catch-up). Nothing in here speaks of the store's client, so that a projection can be tested on any log.
 */

/** An event as it stands in the log, unparsed: the projection that reads it says what it must look like. */
export type LogEvent = {
  id: string
  stream: string
  /** Place on its stream, from 0. */
  revision: number
  /** Commit position: strictly increasing, with gaps, never to be calculated with (eventstoredb.md 2.4). */
  position: bigint
  type: string
  data: unknown
  metadata: unknown
  /** The store's own clock when it wrote the event. */
  storedAt: Date
}

export type LogBatch = {
  /** Strictly after `after`, in log order, at most `limit`. */
  events: LogEvent[]
  /** True where nothing stood behind these events when they were read; false says "ask again at once". */
  reachedHead: boolean
  /**
   * How far the log is known now: the last event's position, or a later one where only foreign events lie in between.
   * It can be handed back as `after`. Null where nothing is known beyond the start (an empty log read from null).
   */
  lastPosition: bigint | null
}

export interface LogReader {
  /**
   * The next events after a position (exclusive; null is the start of the log). It never waits for events to come: at the
   * head it answers an empty batch. One call at a time. Throws StoreUnavailable; simply call again.
   */
  read(after: bigint | null, limit: number): Promise<LogBatch>
  /** Position of the newest event of the followed streams; null where there is none. Throws StoreUnavailable. */
  head(): Promise<bigint | null>
  close(): Promise<void>
}
