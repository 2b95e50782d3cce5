/**
 * Event outbox: events of ordinary rows are recorded in the rows' transaction and relayed later, so no row stays locked
 * during a store call. Delivery is exactly once: a counter per stream fixes revisions and serialises writers, ids
 * derive from commands, and the store recognises a repeated append.
 */
import type { z } from 'zod'
import type { EventFamily } from '#contracts/events/current-form.ts'
import {
  ACCOUNT_PREFIX,
  eventMetadataSchema,
  type Actor,
  type EventMetadata,
  type Place,
} from '#contracts/events/ledger-events.ts'
import { canonicalText } from '#contracts/verify/canonical.ts'
import { COMMAND_NAMESPACE } from '#ledger/ids.ts'
import type { EventStoreGateway } from '../event-store/gateway.ts'
import { shortDigest, uuid5 } from '../event-store/ids.ts'
import type { Pool, PoolClient, Queryable } from '../postgres/postgres.ts'
import { inTransaction } from '../postgres/transaction.ts'

export type EventOf<F extends EventFamily> = { [T in keyof F & string]: { type: T; data: z.input<F[T]> } }[keyof F &
  string]

/**
 * `commandId`: the action, which records its events once. `idFollowsFromThing`: derived from the changed thing, not a
 * key, so a repetition is the same change.
 */
export type Recording = {
  commandId: string
  idFollowsFromThing?: boolean
  actor: Actor
  onBehalfOf?: number
  /** Who in the shop acted. */
  place?: Place
  correlationId: string
  at: Date
}

/** For changes by calendar or rule. */
const SYSTEM: Actor = { userId: 0, role: 'system' }

/** For actions without an idempotency key, as the end of business 7's trial. */
export function systemCommandId(what: string): string {
  return uuid5(COMMAND_NAMESPACE, `system:${what}`)
}

/**
 * A change that happens once per `what`. After a restore from an older backup it is repeated, although its event is in
 * the log.
 */
export function onceForThing(what: string): { commandId: string; idFollowsFromThing: true } {
  return { commandId: systemCommandId(what), idFollowsFromThing: true }
}

export function bySystem(what: string, at: Date): Recording {
  const once = onceForThing(what)
  return { ...once, actor: SYSTEM, correlationId: once.commandId, at }
}

/**
 * Call in the transaction, after changing rows. False, with nothing written, if the command was recorded before; throws
 * for invalid data.
 */
export async function recordEvents<F extends EventFamily>(
  transaction: Queryable,
  stream: string,
  family: F,
  events: readonly EventOf<F>[],
  { commandId, actor, onBehalfOf, place, correlationId, at }: Recording,
): Promise<boolean> {
  if (stream.startsWith(ACCOUNT_PREFIX)) throw new Error(`Only the ledger writes to ${stream}`)
  const parsed = events.map(({ type, data }) => ({ type, data: schemaOf(family, type).parse(data) }))
  const metadata: EventMetadata = eventMetadataSchema.parse({
    schema: 1,
    commandId,
    inputHash: shortDigest(canonicalText([stream, parsed])),
    actor,
    ...(onBehalfOf === undefined ? {} : { onBehalfOf }),
    ...place,
    $correlationId: correlationId,
    recordedAt: at.toISOString(),
  })
  // Locks the stream, so that revisions follow the commit order.
  const { rows } = await transaction.query<{ next: number }>(
    `INSERT INTO event_streams AS known (stream, next_revision) VALUES ($1, 0)
     ON CONFLICT (stream) DO UPDATE SET next_revision = known.next_revision RETURNING next_revision AS next`,
    [stream],
  )
  const first = rows[0]!.next
  const idOf = (index: number) => uuid5(commandId, `${stream}:${index}`)
  const before = await transaction.query('SELECT 1 FROM event_outbox WHERE event_id = $1', [idOf(0)])
  if (before.rowCount) return false
  for (const [index, { type, data }] of parsed.entries()) {
    await transaction.query(
      'INSERT INTO event_outbox (stream, revision, event_id, type, data, metadata) VALUES ($1, $2, $3, $4, $5, $6)',
      [stream, first + index, idOf(index), type, JSON.stringify(data), JSON.stringify(metadata)],
    )
  }
  await transaction.query('UPDATE event_streams SET next_revision = $2 WHERE stream = $1', [
    stream,
    first + parsed.length,
  ])
  return true
}

/** The change must be rolled back. */
export class RecordedBefore extends Error {
  override readonly name = 'RecordedBefore'
}

/**
 * As `recordEvents`, but throws RecordedBefore if the key was used for another, forgotten change. With
 * `idFollowsFromThing` the log has this very event, and the change may commit.
 */
export async function recordChange<F extends EventFamily>(
  transaction: Queryable,
  stream: string,
  family: F,
  events: readonly EventOf<F>[],
  recording: Recording,
): Promise<void> {
  const isNew = await recordEvents(transaction, stream, family, events, recording)
  if (!isNew && !recording.idFollowsFromThing)
    throw new RecordedBefore(`Command ${recording.commandId} has already recorded events on ${stream}`)
}

function schemaOf(family: EventFamily, type: string): z.ZodType {
  const schema = Object.hasOwn(family, type) ? family[type] : undefined
  if (!schema) throw new Error(`${type} is not an event of this stream`)
  return schema
}

export type Relayed = {
  relayed: number
  /** Streams whose next event is retried in the next run. */
  left: number
  /** Written to by something else; blocked until an operator acts. */
  stuck: string[]
}

/** Per transaction. */
const BATCH = 500
const APPEND_WITHIN_MS = 5_000
/** Only one relay works at a time. */
export const RELAY_LOCK = 7_301_945

type Waiting = {
  id: number
  stream: string
  revision: number
  eventId: string
  type: string
  data: object
  metadata: EventMetadata
}

/**
 * Until nothing can be written, the store is down, or `signal` aborts. Batches bound memory, and the appends repeated
 * after an abort.
 */
export async function relayEvents(
  pool: Pool,
  store: Pick<EventStoreGateway, 'appendOther'>,
  { signal }: { signal?: AbortSignal } = {},
): Promise<Relayed> {
  const total: Relayed = { relayed: 0, left: 0, stuck: [] }
  while (!signal?.aborted && (await inTransaction(pool, (client) => relayBatch(client, store, total)))) continue
  return total
}

/** Adds to `total`; true if more may wait. */
async function relayBatch(
  client: PoolClient,
  store: Pick<EventStoreGateway, 'appendOther'>,
  total: Relayed,
): Promise<boolean> {
  const lock = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS taken', [RELAY_LOCK])
  if (!lock.rows[0]?.taken) return false
  // A stuck stream's backlog would starve the others.
  const { rows } = await client.query<Waiting>(
    `SELECT id, stream, revision, event_id AS "eventId", type, data, metadata FROM event_outbox
     WHERE position IS NULL AND stream <> ALL($1) ORDER BY id LIMIT ${BATCH}`,
    [total.stuck],
  )
  for (const [stream, events] of Map.groupBy(rows, (row) => row.stream)) {
    // Ids follow revisions within a stream.
    for (const event of events) {
      const outcome = await store.appendOther(stream, event.revision - 1, [{ ...event, id: event.eventId }], {
        deadlineAt: Date.now() + APPEND_WITHIN_MS,
      })
      if (outcome.kind === 'written') {
        await client.query('UPDATE event_outbox SET position = $2 WHERE id = $1', [event.id, String(outcome.position)])
        total.relayed += 1
        continue
      }
      total.left += 1
      // Unavailable for every stream.
      if (outcome.kind !== 'conflict' && outcome.kind !== 'refused') return false
      total.stuck.push(stream)
      break
    }
  }
  return rows.length === BATCH
}
