/**
 * The newest end of the log, as the bell's subscription brings it: each event has been sent and decoded once already, and a projection that
 * is nearly at the head need not ask the store for it again (decision 27). It only ever gives events that it has. That there are none is for
 * the store to say, so a subscription that has gone deaf delays nobody longer than the next tick.
 */
import type { LogEvent, LogReader } from './log-reader.ts'

export interface LogTail {
  /** The next event of the subscription. One that comes again, after a break, is passed over. */
  heard(event: LogEvent): void
  /** A reader that answers from the tail where that reaches, and else asks `log`, which must follow the same streams. */
  over(log: LogReader): LogReader
}

/** About two batches of a catch-up: who is further behind reads the store faster than a subscription would bring it. */
const MOST_EVENTS = 8_192

export type LogTailOptions = {
  /** How many events it keeps; where more come unread, the oldest half goes. */
  most?: number
  /** So many have come since its reader read for the last time: told once until it reads again. */
  many?: { events: number; tell: () => void }
}

export function createLogTail({ most = MOST_EVENTS, many }: LogTailOptions = {}): LogTail {
  /** Nothing is missing after this position (exclusive) up to the newest event here. Undefined until one has come. */
  let from: bigint | undefined
  let events: LogEvent[] = []
  let unread = 0

  function after(position: bigint, limit: number): LogEvent[] {
    if (from === undefined || position < from) return []
    // Who reads on has done with what was before.
    const next = events.findIndex((event) => event.position > position)
    events = next === -1 ? [] : events.slice(next)
    from = position
    return events.slice(0, limit)
  }

  return {
    heard(event) {
      // What stood right before the first one is not known, so that one only says from where on nothing is missing.
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
