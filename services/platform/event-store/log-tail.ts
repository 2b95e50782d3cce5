/**
 * The live buffer: the newest events, kept in memory as the wake-up subscription delivers them. A projection near the
 * head reads them here instead of again from the store (decision 39).
 * The buffer only returns events that it has; only the store can say that there are none. A stalled subscription
 * therefore delays readers no longer than their next poll.
 */
import type { LogEvent, LogReader } from './log-reader.ts'

export interface LogTail {
  /** Adds the subscription's next event. Events repeated after a break are ignored. */
  heard(event: LogEvent): void
  /**
   * A reader that answers from the buffer if it reaches back far enough, and otherwise from `log`, which must follow
   * the same streams.
   */
  over(log: LogReader): LogReader
}

/** About two batches of a catch-up: a reader further behind is faster from the store than through a subscription. */
const MOST_EVENTS = 8_192

export type LogTailOptions = {
  /** Most events kept; beyond that, the oldest half is dropped. */
  most?: number
  /** `tell` is called once this many events are unread, and again only after the next read. */
  many?: { events: number; tell: () => void }
}

export function createLogTail({ most = MOST_EVENTS, many }: LogTailOptions = {}): LogTail {
  /** The buffer is complete from this position (exclusive) to its newest event. Undefined until the first event. */
  let from: bigint | undefined
  let events: LogEvent[] = []
  let unread = 0

  function after(position: bigint, limit: number): LogEvent[] {
    if (from === undefined || position < from) return []
    // The reader has passed earlier events, so they are dropped.
    const next = events.findIndex((event) => event.position > position)
    events = next === -1 ? [] : events.slice(next)
    from = position
    return events.slice(0, limit)
  }

  return {
    heard(event) {
      // Events just before the first one are unknown, so the first only marks where completeness begins.
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
