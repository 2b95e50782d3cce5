import { currentForm, type EventFamily } from '#contracts/events/current-form.ts'
import {
  EVENT_DATA,
  parseAccountStream,
  type EventMetadata,
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

/** Throws UnprojectableEvent for a foreign stream, an unknown type or invalid data. */
export function parseAccountEvent(event: LogEvent): AccountEvent {
  const account = parseAccountStream(event.stream)
  if (!account) throw new UnprojectableEvent(event, `the stream ${event.stream} is not an account stream`)
  const { data, metadata } = projectable(EVENT_DATA, event)
  return {
    ...({ type: event.type, data } as LedgerEvent),
    id: event.id,
    stream: event.stream,
    revision: event.revision,
    position: event.position,
    storedAt: event.storedAt,
    metadata,
    businessId: account.businessId,
    buyerId: account.buyerId,
  }
}

/** The current form. Throws UnprojectableEvent for an unknown type or invalid data. */
export function projectable(family: EventFamily, event: LogEvent): { data: unknown; metadata: EventMetadata } {
  const current = currentForm(family, event)
  if (!('unfit' in current)) return current
  if (current.unfit === 'type') throw new UnprojectableEvent(event, `unknown event type ${event.type}`)
  throw new UnprojectableEvent(event, `the ${current.unfit} does not match its schema: ${issues(current.error)}`)
}

/** Field paths and error codes; never values, which may be confidential. */
function issues(error: { issues: readonly { path: readonly PropertyKey[]; code?: string | undefined }[] }): string {
  return error.issues.map((issue) => `${issue.path.map(String).join('.')} ${issue.code ?? 'invalid'}`).join(', ')
}
