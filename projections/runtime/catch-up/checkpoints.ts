/**
 * How far each generation of the read models has come (design.md 3). Rows and checkpoint move in one transaction under this
 * row's lock, so a job that is delivered twice, or a worker that wakes up late, finds nothing left to do.
 *
 * Positions have 64 bits and may exceed 2^53: they are sent as text and held as bigint.
 */
import type { PoolClient, Queryable } from '#platform/postgres/postgres.ts'
import type { UnprojectableEvent } from './account-event.ts'

/** The NOTIFY channel: `<generation>:<position>` with every commit of the live generation, and at a switch. */
export const CHECKPOINT_CHANNEL = 'hatik_checkpoint'

/** A worker frozen inside a transaction loses its lock after this, and the next worker continues. */
const FROZEN_WAIT_MS = 15_000
/** Longer than the above, so that a waiting worker outlives a frozen one. */
const LOCK_WAIT_MS = 20_000
/** One batch of thousands of rows on a busy machine. */
export const BATCH_STATEMENT_MS = 60_000

export type StoppedBy = { position: string; eventId: string; stream: string; type: string; reason: string }

/** Our own SQLSTATEs (migrations 0039 and 0040): the checkpoint is not where it was expected; an account's events are incomplete. */
export const CHECKPOINT_MOVED = 'HK001'
export const ACCOUNT_TORN = 'HK002'

/**
 * A projection finds its earlier rows by primary key. For tables that were small until recently the planner would scan every row for each line of a
 * batch, until their statistics are updated. And it would plan the movements anew for every batch, which for a batch of a few events takes as long as
 * executing it: it estimates the generic plan, for any number of lines, as dearer than planning again.
 */
const BEGIN = `
    BEGIN;
    SET LOCAL idle_in_transaction_session_timeout = ${FROZEN_WAIT_MS};
    SET LOCAL lock_timeout = ${LOCK_WAIT_MS};
    SET LOCAL statement_timeout = ${BATCH_STATEMENT_MS};
    SET LOCAL enable_seqscan = off;
    SET LOCAL plan_cache_mode = force_generic_plan;`

/** `events`: how many events it has applied since the start of the log. */
export type Checkpoint = {
  generation: number
  live: boolean
  position: bigint | null
  events: number
  stoppedBy: StoppedBy | null
}

type CheckpointRow = {
  generation: number
  live: boolean
  position: string | null
  events: number
  stoppedBy: StoppedBy | null
}

const COLUMNS = 'generation, live, position::text AS "position", events, stopped_by AS "stoppedBy"'

const fromRow = (row: CheckpointRow): Checkpoint => ({
  ...row,
  position: row.position === null ? null : BigInt(row.position),
})

/** Every generation, oldest first. */
export async function listCheckpoints(db: Queryable): Promise<Checkpoint[]> {
  const { rows } = await db.query<CheckpointRow>(`SELECT ${COLUMNS} FROM projection_generations ORDER BY generation`)
  return rows.map(fromRow)
}

/** The generation that is read from; undefined only before the migrations. */
export async function liveCheckpoint(db: Queryable): Promise<Checkpoint | undefined> {
  const { rows } = await db.query<CheckpointRow>(`SELECT ${COLUMNS} FROM projection_generations WHERE live`)
  return rows[0] && fromRow(rows[0])
}

/**
 * Begins a transaction and locks a generation's row, in one round trip. Undefined (and the transaction still open) where
 * there is no such generation.
 */
export async function beginLocked(client: PoolClient, generation: number | 'live'): Promise<Checkpoint | undefined> {
  // Several statements in one simple query: the last one's rows come last. The generation is a number of ours.
  const results = (await client.query(`
    ${BEGIN}
    SELECT ${COLUMNS} FROM projection_generations
    WHERE ${generation === 'live' ? 'live' : `generation = ${Number(generation)}`} FOR UPDATE`)) as unknown as {
    rows: CheckpointRow[]
  }[]
  const row = results.at(-1)?.rows[0]
  return row && fromRow(row)
}

/**
 * Begins a transaction and moves the live checkpoint, if it is still where it was; whoever waits for it is notified with the commit. Otherwise rejects
 * with CHECKPOINT_MOVED, and whatever was sent behind this in the transaction is refused.
 */
export async function beginMoved(
  client: PoolClient,
  { generation, position }: Checkpoint,
  to: { position: bigint; events: number },
): Promise<void> {
  await client.query(
    `${BEGIN} SELECT pg_notify('${CHECKPOINT_CHANNEL}', projection_moves(${generation}, ${position}, ${to.position}, ${to.events}))`,
  )
}

/** Moves the locked checkpoint, notifies whoever waits for it, and commits, in one round trip. */
export async function moveAndCommit(
  client: PoolClient,
  { generation, live }: Checkpoint,
  { position, events }: { position: bigint; events: number },
): Promise<void> {
  await client.query(`
    UPDATE projection_generations SET position = ${position}, events = events + ${events}, stopped_by = NULL WHERE generation = ${generation};
    ${live ? `SELECT pg_notify('${CHECKPOINT_CHANNEL}', '${generation}:${position}');` : ''}
    COMMIT`)
}

/** Records which event a generation could not get past. Nothing else changes: the rows stay as of the checkpoint. */
export async function recordStop(db: Queryable, generation: number, error: UnprojectableEvent): Promise<StoppedBy> {
  const { event } = error
  const stoppedBy: StoppedBy = {
    position: String(event.position),
    eventId: event.id,
    stream: event.stream,
    type: event.type,
    reason: error.message,
  }
  await db.query(
    `UPDATE projection_generations SET stopped_by = $2::jsonb
     WHERE generation = $1 AND stopped_by IS DISTINCT FROM $2::jsonb AND (position IS NULL OR position < $3::bigint)`,
    [generation, JSON.stringify(stoppedBy), stoppedBy.position],
  )
  return stoppedBy
}
