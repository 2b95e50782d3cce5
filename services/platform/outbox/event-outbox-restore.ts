/**
 * Repairs the outbox of a PostgreSQL restored from an older backup than the event store's: its counters reuse
 * revisions, which would block streams forever.
 */
import type { LogEvent } from '../event-store/log-reader.ts'
import { RELAY_LOCK } from './event-outbox.ts'
import type { Pool, PoolClient, Queryable } from '../postgres/postgres.ts'
import { inTransaction } from '../postgres/transaction.ts'

/** `missing`: log events that the outbox lacked. `moved`: waiting events placed after them. */
export type PutInOrder = { missing: number; moved: number }

/** Events not recorded as relayed at the log's revision. */
export async function notRelayed(db: Queryable, events: readonly LogEvent[]): Promise<LogEvent[]> {
  const { rows } = await db.query<{ id: string; revision: number }>(
    'SELECT event_id AS id, revision FROM event_outbox WHERE event_id = ANY($1) AND position IS NOT NULL',
    [events.map(({ id }) => id)],
  )
  const revisionOf = new Map(rows.map(({ id, revision }) => [id, revision]))
  return events.filter(({ id, revision }) => revisionOf.get(id) !== revision)
}

/**
 * Copies missing log events, so that commands cannot record them again, and moves waiting events behind them. One
 * repeatable transaction, which blocks the relay.
 * - `events`: at least one, in order; waiting ones are marked as relayed.
 * - `head`: the stream's last revision in the log.
 */
export async function putInOrder(
  pool: Pool,
  stream: string,
  { events, head }: { events: readonly LogEvent[]; head: number },
): Promise<PutInOrder> {
  return inTransaction(pool, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [RELAY_LOCK])
    await client.query('INSERT INTO event_streams (stream, next_revision) VALUES ($1, 0) ON CONFLICT DO NOTHING', [
      stream,
    ])
    // Locks out writers on this stream.
    const { rows } = await client.query<{ next: number; relayed: number }>(
      `SELECT next_revision AS next, (SELECT coalesce(max(revision), -1) FROM event_outbox WHERE stream = $1 AND position IS NOT NULL) AS relayed
       FROM event_streams WHERE stream = $1 FOR UPDATE`,
      [stream],
    )
    const { next, relayed } = rows[0]!
    const last = Math.max(head, relayed)
    // Moves waiting events out of the way, because revisions are unique.
    const away = Math.max(next, last) + 1
    const first = events[0]!.revision
    await client.query(
      'UPDATE event_outbox SET revision = revision + $3 WHERE stream = $1 AND revision >= $2 AND position IS NULL',
      [stream, first, away],
    )
    let missing = 0
    for (const event of events) missing += await takeOver(client, event)
    const { rows: waiting } = await client.query<{ id: number }>(
      'SELECT id FROM event_outbox WHERE stream = $1 AND revision >= $2 AND position IS NULL ORDER BY revision',
      [stream, first + away],
    )
    for (const [index, { id }] of waiting.entries())
      await client.query('UPDATE event_outbox SET revision = $2 WHERE id = $1', [id, last + 1 + index])
    await client.query('UPDATE event_streams SET next_revision = greatest(next_revision, $2) WHERE stream = $1', [
      stream,
      last + 1 + waiting.length,
    ])
    return { missing, moved: waiting.length }
  })
}

/** 1 if missing, else 0. */
async function takeOver(
  client: PoolClient,
  { id, stream, revision, position, type, data, metadata, storedAt }: LogEvent,
): Promise<number> {
  const waited = await client.query('UPDATE event_outbox SET revision = $2, position = $3 WHERE event_id = $1', [
    id,
    revision,
    String(position),
  ])
  if (waited.rowCount) return 0
  await client.query(
    'INSERT INTO event_outbox (stream, revision, event_id, type, data, metadata, recorded_at, position) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)',
    [stream, revision, id, type, JSON.stringify(data), JSON.stringify(metadata), storedAt, String(position)],
  )
  return 1
}
