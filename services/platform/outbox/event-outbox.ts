/**
 * The event outbox. Changes of ordinary rows that touch money or power leave an event. It is written here in the
 * transaction that changes the rows, and relayed to the store afterwards: both happen or neither does, without a call
 * to the store while rows are locked.
 *
 * Delivery is exactly once. The outbox is the only writer of its streams, so an event's revision is fixed when it is
 * recorded: one counter per stream, in the same transaction, also serialises the writers. Its id derives from the
 * command. An event appended but not marked is appended again with the same id and revision, and the store answers
 * "already there".
 */
import type { z } from 'zod'
import { ACCOUNT_PREFIX, eventMetadataSchema, type Actor, type EventMetadata } from '#contracts/events/ledger-events.ts'
import { canonicalText } from '#contracts/verify/canonical.ts'
import { COMMAND_NAMESPACE } from '#ledger/ids.ts'
import type { EventStoreGateway } from '../event-store/gateway.ts'
import { shortDigest, uuid5 } from '../event-store/ids.ts'
import type { Pool, PoolClient, Queryable } from '../postgres/postgres.ts'
import { inTransaction } from '../postgres/transaction.ts'

/** The schema of each event type's data, such as BUSINESS_EVENT_DATA. */
export type EventFamily = Record<string, z.ZodType>
export type EventOf<F extends EventFamily> = { [T in keyof F & string]: { type: T; data: z.input<F[T]> } }[keyof F &
  string]

/**
 * Metadata of recorded events; `commandId` names the action, which records its events once. With `idFollowsFromThing`,
 * the id derives from the changed thing rather than an idempotency key, so a repetition is the same change, perhaps
 * already in the log.
 */
export type Recording = {
  commandId: string
  idFollowsFromThing?: boolean
  actor: Actor
  onBehalfOf?: number
  correlationId: string
  at: Date
}

/** The actor of changes by the calendar or by a rule. */
const SYSTEM: Actor = { userId: 0, role: 'system' }

/** The id of an action without an idempotency key, such as the end of business 7's trial on a given day. */
export function systemCommandId(what: string): string {
  return uuid5(COMMAND_NAMESPACE, `system:${what}`)
}

/**
 * The id of a change that happens once per `what`, whoever makes it. The rows enforce that: after a restore from an
 * older backup than the event store's, the change is made again while its event is already in the log.
 */
export function onceForThing(what: string): { commandId: string; idFollowsFromThing: true } {
  return { commandId: systemCommandId(what), idFollowsFromThing: true }
}

/** An action of the system itself, once per `what`. */
export function bySystem(what: string, at: Date): Recording {
  const once = onceForThing(what)
  return { ...once, actor: SYSTEM, correlationId: once.commandId, at }
}

/**
 * Records events on one stream; call it with the transaction's client after the rows have changed. Returns false,
 * writing nothing, if this command has recorded its events before; throws for data that does not fit its schema.
 */
export async function recordEvents<F extends EventFamily>(
  transaction: Queryable,
  stream: string,
  family: F,
  events: readonly EventOf<F>[],
  { commandId, actor, onBehalfOf, correlationId, at }: Recording,
): Promise<boolean> {
  if (stream.startsWith(ACCOUNT_PREFIX)) throw new Error(`Only the ledger writes to ${stream}`)
  const parsed = events.map(({ type, data }) => ({ type, data: schemaOf(family, type).parse(data) }))
  const metadata: EventMetadata = eventMetadataSchema.parse({
    schema: 1,
    commandId,
    inputHash: shortDigest(canonicalText([stream, parsed])),
    actor,
    ...(onBehalfOf === undefined ? {} : { onBehalfOf }),
    $correlationId: correlationId,
    recordedAt: at.toISOString(),
  })
  // Locks the stream until the transaction ends, so that revisions follow the order of commits.
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

/** The command has recorded its events before, so this change must be rolled back. */
export class RecordedBefore extends Error {
  override readonly name = 'RecordedBefore'
}

/**
 * `recordEvents` after the rows were changed; throws RecordedBefore if the command's idempotency key was used for
 * another, since forgotten change. If the id derives from the changed thing, the log already has this very event, and
 * the change may commit.
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
    throw new RecordedBefore(`${recording.commandId} has its events on ${stream} already`)
}

function schemaOf(family: EventFamily, type: string): z.ZodType {
  const schema = Object.hasOwn(family, type) ? family[type] : undefined
  if (!schema) throw new Error(`${type} is not an event of this family`)
  return schema
}

export type Relayed = {
  relayed: number
  /** Number of streams whose next event could not be written now; the next run retries. */
  left: number
  /** Streams on which something else has written. Their events wait until an operator has looked. */
  stuck: string[]
}

/** Events per transaction. */
const BATCH = 500
const APPEND_WITHIN_MS = 5_000
/** Advisory lock: of several relays, only one works at a time. */
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
 * Relays waiting events, each stream in order, until none can be written, the store is unavailable, or `signal` aborts
 * between two batches. Each batch is a transaction, which bounds memory and the events appended again after an abort.
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

/**
 * Relays the oldest waiting events of streams that are not stuck, and adds the outcome to `total`. Returns true if more
 * may wait.
 */
async function relayBatch(
  client: PoolClient,
  store: Pick<EventStoreGateway, 'appendOther'>,
  total: Relayed,
): Promise<boolean> {
  const lock = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS taken', [RELAY_LOCK])
  if (!lock.rows[0]?.taken) return false
  // A stuck stream may have more than a batch waiting, which would starve all others.
  const { rows } = await client.query<Waiting>(
    `SELECT id, stream, revision, event_id AS "eventId", type, data, metadata FROM event_outbox
     WHERE position IS NULL AND stream <> ALL($1) ORDER BY id LIMIT ${BATCH}`,
    [total.stuck],
  )
  for (const [stream, events] of Map.groupBy(rows, (row) => row.stream)) {
    // A revision is assigned before the row's id, so a stream's ids are in revision order.
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
      // The store is unavailable, for every stream.
      if (outcome.kind !== 'conflict' && outcome.kind !== 'refused') return false
      total.stuck.push(stream)
      break
    }
  }
  return rows.length === BATCH
}
