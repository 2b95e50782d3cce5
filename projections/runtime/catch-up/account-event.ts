/** What a projection works on: an event of the log that has been parsed and whose account is known. */
import {
  EVENT_DATA,
  eventMetadataSchema,
  parseAccountStream,
  type LedgerEvent,
} from '#contracts/events/ledger-events.ts'
import type { RecordedEvent } from '#ledger/event-store.ts'
import type { LogEvent } from '#platform/event-store/log-reader.ts'

export type AccountEvent = RecordedEvent & { businessId: number; buyerId: number }

/**
 * An event that the projection does not understand (design.md 1, rule 7). It stops the whole set before this event; the
 * reason names places and kinds, never contents.
 */
export class UnprojectableEvent extends Error {
  override readonly name = 'UnprojectableEvent'
  readonly event: { id: string; stream: string; position: bigint; type: string }

  constructor(event: { id: string; stream: string; position: bigint; type: string }, reason: string) {
    super(reason)
    this.event = { id: event.id, stream: event.stream, position: event.position, type: event.type }
  }
}

const isKnown = (type: string): type is keyof typeof EVENT_DATA => Object.hasOwn(EVENT_DATA, type)

/** Throws UnprojectableEvent for a stream that is no account, an unknown type, or contents of another shape. */
export function parseAccountEvent(event: LogEvent): AccountEvent {
  const account = parseAccountStream(event.stream)
  if (!account) throw new UnprojectableEvent(event, `the stream ${event.stream} is not an account`)
  if (!isKnown(event.type)) throw new UnprojectableEvent(event, `the event type ${event.type} is not known`)
  const data = EVENT_DATA[event.type].safeParse(event.data)
  if (!data.success) throw new UnprojectableEvent(event, `the data does not fit: ${issues(data.error)}`)
  const metadata = eventMetadataSchema.safeParse(event.metadata)
  if (!metadata.success) throw new UnprojectableEvent(event, `the metadata does not fit: ${issues(metadata.error)}`)
  return {
    ...({ type: event.type, data: data.data } as LedgerEvent),
    id: event.id,
    stream: event.stream,
    revision: event.revision,
    position: event.position,
    storedAt: event.storedAt,
    metadata: metadata.data,
    businessId: account.businessId,
    buyerId: account.buyerId,
  }
}

/** Which fields and what kind of mistake; never the value, which might be anything. */
export function issues(error: {
  issues: readonly { path: readonly PropertyKey[]; code?: string | undefined }[]
}): string {
  return error.issues.map((issue) => `${issue.path.map(String).join('.')} ${issue.code ?? 'invalid'}`).join(', ')
}
