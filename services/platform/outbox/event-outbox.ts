/**
 * Ordinary rows that touch money or power leave an event (design.md 2). The event is written into this outbox in the very
 * transaction that changes the rows, and relayed to the store afterwards: both happen or neither does, without the store
 * having to answer while rows are locked.
 *
 * Exact, however often it is tried: the outbox is the only writer of its streams, so an event's revision is settled when it
 * is recorded (one counter per stream, in the same transaction, which also puts two writers in order), and its id follows
 * from the command. Whatever was appended and not marked is appended again with the same id at the same revision, and the
 * store answers "already there".
 */
import type { z } from 'zod'
import { ACCOUNT_PREFIX, eventMetadataSchema, type Actor, type EventMetadata } from '#contracts/events/ledger-events.ts'
import { canonicalText } from '#contracts/verify/canonical.ts'
import { COMMAND_NAMESPACE } from '#ledger/ids.ts'
import type { EventStoreGateway } from '../event-store/gateway.ts'
import { shortDigest, uuid5 } from '../event-store/ids.ts'
import type { Pool, PoolClient, Queryable } from '../postgres/postgres.ts'
import { inTransaction } from '../postgres/transaction.ts'

/** A family of events: the schema of each type's data (BUSINESS_EVENT_DATA, for one). */
export type EventFamily = Record<string, z.ZodType>
export type EventOf<F extends EventFamily> = { [T in keyof F & string]: { type: T; data: z.input<F[T]> } }[keyof F &
  string]

/**
 * Who did it, when, and by which action: `commandId` names the action, and one action leaves its events once. `idFollowsFromThing`: the id is made of
 * what is changed, and of no person's key, so that whoever changes it in this way means the very change that the log may hold already.
 */
export type Recording = {
  commandId: string
  idFollowsFromThing?: boolean
  actor: Actor
  onBehalfOf?: number
  correlationId: string
  at: Date
}

/** Nobody's doing: what the calendar or a rule does by itself. */
const SYSTEM: Actor = { userId: 0, role: 'system' }

/** The id of something that no person's key names: the trial of business 7 running out on a day happens once. */
export function systemCommandId(what: string): string {
  return uuid5(COMMAND_NAMESPACE, `system:${what}`)
}

/**
 * Of a change that comes about once for each `what`, whoever brings it about. That it is done once is for the rows to say: where they were restored
 * from an older backup than the event store's, it is done to them again, and its event stands in the log already.
 */
export function onceForThing(what: string): { commandId: string; idFollowsFromThing: true } {
  return { commandId: systemCommandId(what), idFollowsFromThing: true }
}

/** What the system does by itself, once for each `what`. */
export function bySystem(what: string, at: Date): Recording {
  const once = onceForThing(what)
  return { ...once, actor: SYSTEM, correlationId: once.commandId, at }
}

/**
 * Records events on one stream; to be called with the client of the transaction that changes the rows, after the change.
 * False where this command recorded its events before: then nothing is written. Throws for data that does not fit its schema.
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
  // Holds the stream until the transaction ends: revisions are in the order of the commits.
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

/** A person's command left its events before: what it has changed this time must not stay. */
export class RecordedBefore extends Error {
  override readonly name = 'RecordedBefore'
}

/**
 * As recordEvents, where the rows have been changed already: nothing may change without its event. Throws RecordedBefore for a command that a
 * person's key names, which was used for another change and forgotten since. Where the id follows from what is changed, the event of this very change
 * is in the log, and the rows go on to what it says.
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
  /** Streams whose next event could not be written now; the next run tries again. */
  left: number
  /** Streams on which somebody else has written. Nothing of theirs is relayed until an operator has looked (design.md 1, rule 7). */
  stuck: string[]
}

/** At once. */
const BATCH = 500
const APPEND_WITHIN_MS = 5_000
/** Any number of relays may run: one at a time works. */
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
 * Relays what waits, each stream in its order, until nothing waits that can be written, the store does not answer, or `signal` ends it between
 * two batches. Each batch is a transaction: however much waits, little is held in mind, and little is appended again where the run is ended.
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

/** Adds to `total` what became of the oldest events that wait on no stuck stream. True where more may wait. */
async function relayBatch(
  client: PoolClient,
  store: Pick<EventStoreGateway, 'appendOther'>,
  total: Relayed,
): Promise<boolean> {
  const lock = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS taken', [RELAY_LOCK])
  if (!lock.rows[0]?.taken) return false
  // What waits on a stuck stream may be more than a batch, and would keep all others from their turn.
  const { rows } = await client.query<Waiting>(
    `SELECT id, stream, revision, event_id AS "eventId", type, data, metadata FROM event_outbox
     WHERE position IS NULL AND stream <> ALL($1) ORDER BY id LIMIT ${BATCH}`,
    [total.stuck],
  )
  for (const [stream, events] of Map.groupBy(rows, (row) => row.stream)) {
    // A revision is taken before the outbox row gets its id, so the ids of a stream are in its order too.
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
      // The store is away, for every stream.
      if (outcome.kind !== 'conflict' && outcome.kind !== 'refused') return false
      total.stuck.push(stream)
      break
    }
  }
  return rows.length === BATCH
}
