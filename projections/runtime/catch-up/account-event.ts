import {
  EVENT_DATA,
  eventMetadataSchema,
  parseAccountStream,
  type LedgerEvent,
} from '#contracts/events/ledger-events.ts'
import type { RecordedEvent } from '#ledger/event-store.ts'
import type { LogEvent } from '#platform/event-store/log-reader.ts'

export type AccountEvent = RecordedEvent & { businessId: number; buyerId: number }

/** An event that cannot be projected; it stops all read models before it. The reason never quotes event data. */
export class UnprojectableEvent extends Error {
  override readonly name = 'UnprojectableEvent'
  readonly event: { id: string; stream: string; position: bigint; type: string }

  constructor(event: { id: string; stream: string; position: bigint; type: string }, reason: string) {
    super(reason)
    this.event = { id: event.id, stream: event.stream, position: event.position, type: event.type }
  }
}

const isKnown = (type: string): type is keyof typeof EVENT_DATA => Object.hasOwn(EVENT_DATA, type)

/** Throws UnprojectableEvent for a foreign stream, an unknown type or invalid data. */
export function parseAccountEvent(event: LogEvent): AccountEvent {
  const account = parseAccountStream(event.stream)
  if (!account) throw new UnprojectableEvent(event, `the stream ${event.stream} is not an account stream`)
  if (!isKnown(event.type)) throw new UnprojectableEvent(event, `unknown event type ${event.type}`)
  const data = EVENT_DATA[event.type].safeParse(event.data)
  if (!data.success) throw new UnprojectableEvent(event, `the data does not match its schema: ${issues(data.error)}`)
  const metadata = eventMetadataSchema.safeParse(event.metadata)
  if (!metadata.success)
    throw new UnprojectableEvent(event, `the metadata does not match its schema: ${issues(metadata.error)}`)
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

/** Field paths and error codes; never values, which may be confidential. */
export function issues(error: {
  issues: readonly { path: readonly PropertyKey[]; code?: string | undefined }[]
}): string {
  return error.issues.map((issue) => `${issue.path.map(String).join('.')} ${issue.code ?? 'invalid'}`).join(', ')
}
