/**
 * Checkpoints of the generations. Rows and checkpoint change in one transaction under this row's lock, so a duplicate
 * job or a late worker finds nothing to do.
 * Positions may exceed 2^53: sent as text, held as bigint.
 */
import type { PoolClient, Queryable } from '#platform/postgres/postgres.ts'
import { fingerprint, READ_MODELS } from '#platform/postgres/read-models.ts'
import type { UnprojectableEvent } from './account-event.ts'

/**
 * NOTIFY channel: `<generation>:<position>:<definitions>` at each commit of a live generation and at a switch. Versions
 * before 0061 send no definitions, and believe whatever they hear here.
 */
export const CHECKPOINT_CHANNEL = 'hatik_checkpoint'
/** The same for generations that versions before 0061 do not know. */
export const CHECKPOINT_CHANNEL_BESIDE = 'hatik_checkpoint_beside'

/** Ms after which a worker frozen inside a transaction loses its lock. */
const FROZEN_WAIT_MS = 15_000
/** Longer than FROZEN_WAIT_MS, so that a waiting worker outlives a frozen one. */
const LOCK_WAIT_MS = 20_000
/** For a batch of thousands of rows on a busy machine. */
export const BATCH_STATEMENT_MS = 60_000

export type StoppedBy = { position: string; eventId: string; stream: string; type: string; reason: string }

/** SQLSTATEs of migrations 0039 and 0061: unexpected checkpoint; incomplete events of an account. */
export const CHECKPOINT_MOVED = 'HK001'
export const ACCOUNT_TORN = 'HK002'

/**
 * No sequential scans: the planner would use them for tables that were small until recently. Generic plans: planning a
 * small batch anew takes as long as executing it.
 */
export const BEGIN = `
    BEGIN;
    SET LOCAL idle_in_transaction_session_timeout = ${FROZEN_WAIT_MS};
    SET LOCAL lock_timeout = ${LOCK_WAIT_MS};
    SET LOCAL statement_timeout = ${BATCH_STATEMENT_MS};
    SET LOCAL enable_seqscan = off;
    SET LOCAL plan_cache_mode = force_generic_plan;`

/**
 * `live`: read by the versions with these definitions. `isKept`: read by some version.
 * `events`: number applied since the start of the log.
 */
export type Checkpoint = {
  generation: number
  definitions: string | null
  live: boolean
  isKept: boolean
  position: bigint | null
  events: number
  stoppedBy: StoppedBy | null
}

type CheckpointRow = Omit<Checkpoint, 'position'> & { position: string | null }

/** True of the row of `projection_generations` that is read by the versions with these definitions. */
export const isLive = (definitions: string = READ_MODELS): string =>
  `serving AND definitions = '${fingerprint(definitions)}'`

const columns = (definitions: string) =>
  `generation, definitions, coalesce(${isLive(definitions)}, false) AS live, live OR serving AS "isKept",
   position::text AS "position", events, stopped_by AS "stoppedBy"`

const fromRow = (row: CheckpointRow): Checkpoint => ({
  ...row,
  position: row.position === null ? null : BigInt(row.position),
})

export async function listCheckpoints(db: Queryable, definitions: string = READ_MODELS): Promise<Checkpoint[]> {
  const { rows } = await db.query<CheckpointRow>(
    `SELECT ${columns(definitions)} FROM projection_generations ORDER BY generation`,
  )
  return rows.map(fromRow)
}

/** Undefined while the first generation with these definitions is being built. */
export async function liveCheckpoint(
  db: Queryable,
  definitions: string = READ_MODELS,
): Promise<Checkpoint | undefined> {
  const { rows } = await db.query<CheckpointRow>(
    `SELECT ${columns(definitions)} FROM projection_generations WHERE ${isLive(definitions)}`,
  )
  return rows[0] && fromRow(rows[0])
}

/**
 * Locks a generation's row in a new transaction, in one round trip. If there is none, returns undefined with the
 * transaction still open.
 */
export async function beginLocked(
  client: PoolClient,
  generation: number | 'live',
  definitions: string = READ_MODELS,
): Promise<Checkpoint | undefined> {
  // A simple query of several statements returns the last one's rows last. `generation` is a number, so no injection.
  const results = (await client.query(`
    ${BEGIN}
    SELECT ${columns(definitions)} FROM projection_generations
    WHERE ${generation === 'live' ? isLive(definitions) : `generation = ${Number(generation)}`} FOR UPDATE`)) as unknown as {
    rows: CheckpointRow[]
  }[]
  const row = results.at(-1)?.rows[0]
  return row && fromRow(row)
}

/**
 * Moves the live checkpoint in a new transaction and notifies waiters on commit. Rejects with CHECKPOINT_MOVED if it is
 * not at `position`; later statements then fail too.
 */
export async function beginMoved(
  client: PoolClient,
  { generation, position }: Checkpoint,
  to: { position: bigint; events: number },
): Promise<void> {
  await client.query(`${BEGIN} SELECT projection_advances(${generation}, ${position}, ${to.position}, ${to.events})`)
}

/** Moves the locked checkpoint, notifies and commits, in one round trip. */
export async function moveAndCommit(
  client: PoolClient,
  { generation, live }: Checkpoint,
  { position, events }: { position: bigint; events: number },
): Promise<void> {
  await client.query(`
    UPDATE projection_generations SET position = ${position}, events = events + ${events}, stopped_by = NULL WHERE generation = ${generation};
    ${live ? notifySql(generation) : ''}
    COMMIT`)
}

/** SQL that tells waiters where the generation in the row `row` stands. */
export const noticeOf = (row: string): string =>
  `pg_notify(CASE WHEN ${row}.live THEN '${CHECKPOINT_CHANNEL}' ELSE '${CHECKPOINT_CHANNEL_BESIDE}' END,
      ${row}.generation || ':' || coalesce(${row}.position, -1) || ':' || ${row}.definitions)`

/** Tells waiters where a live generation stands. */
export const notifySql = (generation: number): string => `
    SELECT ${noticeOf('told')} FROM projection_generations AS told WHERE generation = ${generation};`

/** Rows stay as of the checkpoint. */
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
