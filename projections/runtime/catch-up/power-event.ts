/** Events outside accounts: businesses, support visits and administrators. */
import {
  BUSINESS_EVENT_DATA,
  BUSINESS_PREFIX,
  parseBusinessStream,
  type BusinessEvent,
} from '#contracts/events/business-events.ts'
import { ACCOUNT_PREFIX, type EventMetadata } from '#contracts/events/ledger-events.ts'
import {
  ADMIN_EVENT_DATA,
  ADMIN_PREFIX,
  SUPPORT_EVENT_DATA,
  SUPPORT_PREFIX,
  type AdminEvent,
  type SupportEvent,
} from '#contracts/events/support-events.ts'
import type { LogEvent } from '#platform/event-store/log-reader.ts'
import { parseAccountEvent, projectable, UnprojectableEvent, type AccountEvent } from './account-event.ts'

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
  const { data, metadata } = projectable(known.schemas, event)
  const businessId = businessOf(known.family, event, data)
  if (businessId === undefined)
    throw new UnprojectableEvent(event, `the stream ${event.stream} is not a business stream`)
  const { id, stream, revision, position, storedAt, type } = event
  return {
    family: known.family,
    businessId,
    type,
    data,
    id,
    stream,
    revision,
    position,
    storedAt,
    metadata,
  } as PowerEvent
}

function businessOf(family: PowerEvent['family'], event: LogEvent, data: unknown): number | null | undefined {
  switch (family) {
    case 'business':
      return parseBusinessStream(event.stream)
    case 'support':
      return (data as { businessId: number }).businessId
    case 'admin':
      return null
  }
}
