/**
 * The port through which projections read the log: in its total order, in batches, from a checkpoint that they keep.
 * Independent of the store's client, so that a projection can be tested on any log.
 */

/** An event as stored, unparsed; each projection validates the events it reads. */
export type LogEvent = {
  id: string
  stream: string
  /** Place in its stream, from 0. */
  revision: number
  /** Commit position: strictly increasing, with gaps; never do arithmetic with it. */
  position: bigint
  type: string
  data: unknown
  metadata: unknown
  /** When the store wrote the event, by the store's clock. */
  storedAt: Date
}

export type LogBatch = {
  /** Strictly after `after`, in log order, at most `limit`. */
  events: LogEvent[]
  /** True if no further events existed at the time of the read; false means "read again at once". */
  reachedHead: boolean
  /**
   * How far the log has been read, to be passed as `after`: the last event's position, or a later one if only foreign
   * events follow. Null if an empty log was read from its start.
   */
  lastPosition: bigint | null
}

export interface LogReader {
  /**
   * The next events after a position (exclusive; null: start of the log); at the head an empty batch, without waiting.
   * One call at a time; throws StoreUnavailable, after which a retry is safe.
   */
  read(after: bigint | null, limit: number): Promise<LogBatch>
  /** Position of the newest event of the followed streams; null if there is none. Throws StoreUnavailable. */
  head(): Promise<bigint | null>
  close(): Promise<void>
}
