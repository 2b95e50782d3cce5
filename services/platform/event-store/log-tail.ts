/**
 * The newest end of the log, kept in memory as the bell's subscription delivers it: each event has already been sent and decoded once, and a
 * projection that is nearly at the head need not read it from the store again (decision 27). The tail only returns events that it has; only the
 * store can say that there are none. So a subscription that has gone silent delays nobody longer than the next tick.
 */
import type { LogEvent, LogReader } from './log-reader.ts'

export interface LogTail {
  /** The next event of the subscription. An event that is repeated after a break is ignored. */
  heard(event: LogEvent): void
  /** A reader that answers from the tail if it reaches far enough, and otherwise asks `log`, which must follow the same streams. */
  over(log: LogReader): LogReader
}

/** About two batches of a catch-up: a reader further behind reads from the store faster than a subscription would deliver. */
const MOST_EVENTS = 8_192

export type LogTailOptions = {
  /** How many events it keeps; if more come unread, the oldest half is dropped. */
  most?: number
  /** `tell` is called when this many events have come since the last read; once until the next read. */
  many?: { events: number; tell: () => void }
}

export function createLogTail({ most = MOST_EVENTS, many }: LogTailOptions = {}): LogTail {
  /** The tail is complete from this position (exclusive) to its newest event. Undefined until an event has come. */
  let from: bigint | undefined
  let events: LogEvent[] = []
  let unread = 0

  function after(position: bigint, limit: number): LogEvent[] {
    if (from === undefined || position < from) return []
    // A reader that reads on no longer needs what came before.
    const next = events.findIndex((event) => event.position > position)
    events = next === -1 ? [] : events.slice(next)
    from = position
    return events.slice(0, limit)
  }

  return {
    heard(event) {
      // What came right before the first event is not known, so the first one only marks where completeness begins.
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
