/** Unreadable events throw; none is skipped. */
import { EVENT_DATA, eventMetadataSchema, type LedgerEventType } from '#contracts/events/ledger-events.ts'
import { UnreadableEvent, type RecordedEvent } from '#ledger/event-store.ts'
import type { LogEvent } from './log-reader.ts'
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
export function recordedEvent(event: ReadEvent): RecordedEvent {
  const place = `${event.revision}@${event.stream}`
  if (event.position === undefined) throw new UnreadableEvent(`${place} has no position: the server is older than 22.6`)
  if (!isLedgerEventType(event.type)) throw new UnreadableEvent(`${place} has the unknown type ${event.type}`)
  const data = EVENT_DATA[event.type].safeParse(event.data)
  if (!data.success) throw new UnreadableEvent(`${place} (${event.type}): ${data.error.message}`)
  const metadata = eventMetadataSchema.safeParse(event.metadata)
  if (!metadata.success) throw new UnreadableEvent(`${place} (${event.type}), metadata: ${metadata.error.message}`)
  return { ...event, data: data.data, metadata: metadata.data } as RecordedEvent
}

function isLedgerEventType(type: string): type is LedgerEventType {
  return Object.hasOwn(EVENT_DATA, type)
}
