/**
 * Live buffer: newest events from the wake-up subscription, so that projections near the head need no store reads
 * (decision 39). Only the store can say that there are none, so a stalled subscription delays readers until their next
 * poll at most.
 */
import type { LogEvent, LogReader } from './log-reader.ts'

export interface LiveBuffer {
  /** Ignores events repeated after a break. */
  heard(event: LogEvent): void
  /** Reads `log`, which must follow the same streams, if the buffer does not reach back far enough. */
  over(log: LogReader): LogReader
}

/** About two catch-up batches: further behind, the store is faster. */
const MOST_EVENTS = 8_192

export type LiveBufferOptions = {
  /** Beyond this, the oldest half is dropped. */
  most?: number
  /** `tell` runs at this many unread events, then only after the next read. */
  many?: { events: number; tell: () => void }
}

export function createLiveBuffer({ most = MOST_EVENTS, many }: LiveBufferOptions = {}): LiveBuffer {
  /** Complete from here (exclusive). */
  let from: bigint | undefined
  let events: LogEvent[] = []
  let unread = 0

  function after(position: bigint, limit: number): LogEvent[] {
    if (from === undefined || position < from) return []
    // Earlier events are read.
    const next = events.findIndex((event) => event.position > position)
    events = next === -1 ? [] : events.slice(next)
    from = position
    return events.slice(0, limit)
  }

  return {
    heard(event) {
      // The first event only marks where completeness begins.
      from ??= event.position
      if (event.position <= (events.at(-1)?.position ?? from)) return
      events.push(event)
      unread += 1
      if (unread === many?.events) many.tell()
      if (events.length <= most) return
      events = events.slice(-Math.ceil(most / 2))
      from = events.shift()!.position
    },
    over: (log) => ({
      async read(position, limit) {
        const known = position === null ? [] : after(position, limit)
        unread = Math.max(0, events.length - known.length)
        const last = known.at(-1)
        if (!last) return log.read(position, limit)
        return { events: known, reachedHead: known.length === events.length, lastPosition: last.position }
      },
      head: () => log.head(),
      close: () => log.close(),
    }),
  }
}
