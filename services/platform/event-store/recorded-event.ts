/** From the client's events to ours. Nothing is skipped: what cannot be read is an error that names it. */
import type { AllStreamResolvedEvent, ResolvedEvent } from '@eventstore/db-client'
import { EVENT_DATA, eventMetadataSchema, type LedgerEventType } from '#contracts/ledger-events.ts'
import { UnreadableEvent, type RecordedEvent } from '#ledger/event-store.ts'
import type { LogEvent } from './log-reader.ts'

/** An event of the log as it came; undefined for links and for the server's own streams and types (`$…`). */
export function logEvent({ event, commitPosition }: AllStreamResolvedEvent): LogEvent | undefined {
  if (!event || event.streamId.startsWith('$') || event.type.startsWith('$')) return undefined
  return {
    id: event.id,
    stream: event.streamId,
    revision: Number(event.revision),
    position: event.position?.commit ?? commitPosition!,
    type: event.type,
    data: event.data,
    metadata: event.metadata,
    storedAt: event.created,
  }
}

/** An event of an account's stream, parsed. Throws UnreadableEvent. */
export function recordedEvent({ event, commitPosition }: ResolvedEvent): RecordedEvent {
  if (!event) throw new UnreadableEvent('A link without an event')
  const place = `${event.revision}@${event.streamId}`
  const position = event.position?.commit ?? commitPosition
  if (position === undefined) throw new UnreadableEvent(`${place} came without a position: the server is older than 22.6`)
  if (!isLedgerEventType(event.type)) throw new UnreadableEvent(`${place} is of an unknown type, ${event.type}`)
  const data = EVENT_DATA[event.type].safeParse(event.data)
  if (!data.success) throw new UnreadableEvent(`${place} (${event.type}): ${data.error.message}`)
  const metadata = eventMetadataSchema.safeParse(event.metadata)
  if (!metadata.success) throw new UnreadableEvent(`${place} (${event.type}), metadata: ${metadata.error.message}`)
  return {
    id: event.id,
    stream: event.streamId,
    revision: Number(event.revision),
    position,
    storedAt: event.created,
    type: event.type,
    data: data.data,
    metadata: metadata.data,
  } as RecordedEvent
}

function isLedgerEventType(type: string): type is LedgerEventType {
  return Object.hasOwn(EVENT_DATA, type)
}
