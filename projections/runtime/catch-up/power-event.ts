/** Events outside accounts: businesses, support visits and administrators. */
import {
  BUSINESS_EVENT_DATA,
  BUSINESS_PREFIX,
  parseBusinessStream,
  type BusinessEvent,
} from '#contracts/events/business-events.ts'
import { ACCOUNT_PREFIX, eventMetadataSchema, type EventMetadata } from '#contracts/events/ledger-events.ts'
import {
  ADMIN_EVENT_DATA,
  ADMIN_PREFIX,
  SUPPORT_EVENT_DATA,
  SUPPORT_PREFIX,
  type AdminEvent,
  type SupportEvent,
} from '#contracts/events/support-events.ts'
import type { LogEvent } from '#platform/event-store/log-reader.ts'
import { issues, parseAccountEvent, UnprojectableEvent, type AccountEvent } from './account-event.ts'

type Recorded = {
  id: string
  stream: string
  revision: number
  position: bigint
  storedAt: Date
  metadata: EventMetadata
}

export type PowerEvent = Recorded &
  (
    | ({ family: 'business'; businessId: number } & BusinessEvent)
    | ({ family: 'support'; businessId: number } & SupportEvent)
    | ({ family: 'admin'; businessId: null } & AdminEvent)
  )

/** Only power events have a `family`. */
export type LedgerLogEvent = AccountEvent | PowerEvent

export const isPowerEvent = (event: LedgerLogEvent): event is PowerEvent => 'family' in event

const FAMILIES = [
  { family: 'business', prefix: BUSINESS_PREFIX, schemas: BUSINESS_EVENT_DATA },
  { family: 'support', prefix: SUPPORT_PREFIX, schemas: SUPPORT_EVENT_DATA },
  { family: 'admin', prefix: ADMIN_PREFIX, schemas: ADMIN_EVENT_DATA },
] as const

/** Throws UnprojectableEvent for an unknown stream, type or shape. */
export function parseLedgerLogEvent(event: LogEvent): LedgerLogEvent {
  if (event.stream.startsWith(ACCOUNT_PREFIX)) return parseAccountEvent(event)
  const known = FAMILIES.find(({ prefix }) => event.stream.startsWith(prefix))
  if (!known) throw new UnprojectableEvent(event, `the stream ${event.stream} has no known prefix`)
  const schemas: Record<string, (typeof BUSINESS_EVENT_DATA)[keyof typeof BUSINESS_EVENT_DATA] | undefined> =
    known.schemas as never
  const schema = Object.hasOwn(schemas, event.type) ? schemas[event.type] : undefined
  if (!schema) throw new UnprojectableEvent(event, `unknown event type ${event.type}`)
  const data = schema.safeParse(event.data)
  if (!data.success) throw new UnprojectableEvent(event, `the data does not match its schema: ${issues(data.error)}`)
  const metadata = eventMetadataSchema.safeParse(event.metadata)
  if (!metadata.success)
    throw new UnprojectableEvent(event, `the metadata does not match its schema: ${issues(metadata.error)}`)
  const businessId = businessOf(known.family, event, data.data)
  if (businessId === undefined)
    throw new UnprojectableEvent(event, `the stream ${event.stream} is not a business stream`)
  const { id, stream, revision, position, storedAt, type } = event
  return {
    family: known.family,
    businessId,
    type,
    data: data.data,
    id,
    stream,
    revision,
    position,
    storedAt,
    metadata: metadata.data,
  } as PowerEvent
}

function businessOf(family: PowerEvent['family'], event: LogEvent, data: object): number | null | undefined {
  switch (family) {
    case 'business':
      return parseBusinessStream(event.stream)
    case 'support':
      return (data as { businessId: number }).businessId
    case 'admin':
      return null
  }
}
