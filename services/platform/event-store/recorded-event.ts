/** Unreadable events throw; none is skipped. */
import { currentForm } from '#contracts/events/current-form.ts'
import { EVENT_DATA } from '#contracts/events/ledger-events.ts'
import { UnreadableEvent } from '#ledger/event-store.ts'
import type { LogEvent, StreamEvent } from './log-reader.ts'
import type { ReadEvent } from './codec/read-reply.ts'

/** Undefined for the server's own streams and types (`$…`), links included. Throws without a position. */
export function logEvent(event: ReadEvent): LogEvent | undefined {
  const { stream, type } = event
  positionOf(event)
  if (stream.startsWith('$') || type.startsWith('$')) return undefined
  // Not copied, for speed.
  return event as LogEvent
}

/** Throws without a position. */
export function positionOf({ position }: ReadEvent): bigint {
  if (position === undefined) throw new Error('The event store sent an event of $all without a position')
  return position
}

/** Throws UnreadableEvent. */
export function recordedEvent(event: ReadEvent): StreamEvent {
  const place = `${event.revision}@${event.stream}`
  if (event.position === undefined) throw new UnreadableEvent(`${place} has no position: the server is older than 22.6`)
  const current = currentForm(EVENT_DATA, event)
  if (!('unfit' in current)) return { ...event, ...current, stored: event } as StreamEvent
  if (current.unfit === 'type') throw new UnreadableEvent(`${place} has the unknown type ${event.type}`)
  throw new UnreadableEvent(`${place} (${event.type}), ${current.unfit}: ${current.error.message}`)
}
