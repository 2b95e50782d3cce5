import { isReplayOver, type Replay, type ReplayState, type TableDiff } from '#contracts/calls/staff/admin.ts'
import { sqlState, type Pool, type Queryable } from '#platform/postgres/postgres.ts'
import { READ_MODELS } from '#platform/postgres/read-models.ts'
import { isoMoment } from '#platform/postgres/sql-text.ts'
import { inTransaction } from '#platform/postgres/transaction.ts'
import { generationSchema } from '../generations/generation-schema.ts'
import { isLive } from '../catch-up/checkpoints.ts'
import { emptyGeneration, nameGeneration } from '../generations/generations.ts'
import type { ReadModel } from '../generations/read-model.ts'

export type ReplayRow = Replay & { id: number }

const COLUMNS = `id, generation, state, reason, started_by AS "startedBy", ${isoMoment('started_at')} AS "startedAt", events,
  events_total AS "eventsTotal", events_per_second AS "eventsPerSecond", position::text AS "position", ${isoMoment('updated_at')} AS "updatedAt",
  diff, switch_asked_by AS "switchAskedBy", switch_approved_by AS "switchApprovedBy", ${isoMoment('ended_at')} AS "endedAt", error`

function fromRow(row: Omit<ReplayRow, 'secondsLeft'>): ReplayRow {
  const left = Math.max(0, row.eventsTotal - row.events)
  const rate = row.eventsPerSecond
  return { ...row, secondsLeft: row.state !== 'building' ? null : rate > 0 ? Math.ceil(left / rate) : null }
}

/** The active replay, if any. */
export async function currentReplay(db: Queryable): Promise<ReplayRow | undefined> {
  const { rows } = await db.query<Omit<ReplayRow, 'secondsLeft'>>(
    `SELECT ${COLUMNS} FROM replays WHERE ended_at IS NULL`,
  )
  return rows[0] && fromRow(rows[0])
}

/** Newest first. */
export async function pastReplays(db: Queryable, limit: number): Promise<ReplayRow[]> {
  const { rows } = await db.query<Omit<ReplayRow, 'secondsLeft'>>(
    `SELECT ${COLUMNS} FROM replays WHERE ended_at IS NOT NULL ORDER BY id DESC LIMIT $1`,
    [limit],
  )
  return rows.map(fromRow)
}

export async function replayById(db: Queryable, id: number): Promise<ReplayRow> {
  const { rows } = await db.query<Omit<ReplayRow, 'secondsLeft'>>(`SELECT ${COLUMNS} FROM replays WHERE id = $1`, [id])
  const row = rows[0]
  if (!row) throw new Error(`Replay ${id} does not exist`)
  return fromRow(row)
}

export type StartReplay = { reason: string; startedBy: number | null }

/**
 * Undefined if a replay is already active, or while generations of two versions are kept; the caller's transaction is
 * then to be rolled back.
 */
export async function beginReplay(transaction: Queryable, start: StartReplay): Promise<ReplayRow | undefined> {
  await transaction.query("SELECT pg_advisory_xact_lock(hashtext('hatik replays'))")
  if ((await currentReplay(transaction)) || !(await isOnlyVersion(transaction))) return undefined
  try {
    return await insertReplay(transaction, start)
  } catch (error) {
    // A concurrent request won.
    if (sqlState(error) === '23505') return undefined
    throw error
  }
}

/** Workers of another version would build a replay with their own tables. */
async function isOnlyVersion(db: Queryable): Promise<boolean> {
  const { rowCount } = await db.query(`SELECT FROM projection_generations WHERE live AND ${isLive()}`)
  return rowCount === 1
}

async function insertReplay(transaction: Queryable, { reason, startedBy }: StartReplay): Promise<ReplayRow> {
  const generation = await nameGeneration(transaction)
  const { rows } = await transaction.query<{ id: number }>(
    `INSERT INTO replays (generation, state, kind, reason, started_by, events_total)
     VALUES ($1, 'building', 'asked', $2, $3, (SELECT events FROM projection_generations WHERE ${isLive()})) RETURNING id`,
    [generation, reason, startedBy],
  )
  return replayById(transaction, rows[0]!.id)
}

/** As beginReplay, in a transaction of its own. */
export const startReplay = (pool: Pool, start: StartReplay): Promise<ReplayRow | undefined> =>
  inTransaction(pool, (client) => beginReplay(client, start))

type Changes = { askedBy?: number | null; approvedBy?: number | null }

/** Changes nothing and returns undefined if the state is not one of `from`. */
export async function moveReplay(
  db: Queryable,
  { from, to, askedBy, approvedBy }: { from: readonly ReplayState[]; to: ReplayState } & Changes,
): Promise<ReplayRow | undefined> {
  const { rows } = await db.query<Omit<ReplayRow, 'secondsLeft'>>(
    `UPDATE replays SET state = $2, updated_at = now(), switch_asked_by = coalesce($3, switch_asked_by),
       switch_approved_by = coalesce($4, switch_approved_by), ended_at = CASE WHEN $5 THEN now() END
     WHERE ended_at IS NULL AND state = ANY($1) RETURNING ${COLUMNS}`,
    [from, to, askedBy ?? null, approvedBy ?? null, isReplayOver(to)],
  )
  return rows[0] && fromRow(rows[0])
}

/** False if the state has changed, so the builder must stop. */
export async function noteProgress(
  db: Queryable,
  id: number,
  state: ReplayState,
  { events, eventsPerSecond, position }: { events: number; eventsPerSecond: number; position: bigint | null },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE replays SET events = $3, events_per_second = $4, position = $5, updated_at = clock_timestamp(),
       events_total = greatest($3, (SELECT events FROM projection_generations WHERE ${isLive()}))
     WHERE id = $1 AND state = $2`,
    [id, state, events, eventsPerSecond, position === null ? null : String(position)],
  )
  return rowCount === 1
}

export async function noteDiff(
  db: Queryable,
  id: number,
  { position, tables }: { position: bigint | null; tables: TableDiff[] },
): Promise<void> {
  const diff = { position: position === null ? null : String(position), at: new Date().toISOString(), tables }
  await db.query(
    `UPDATE replays SET diff = $2, state = 'ready', updated_at = clock_timestamp() WHERE id = $1 AND state = 'comparing'`,
    [id, JSON.stringify(diff)],
  )
}

export async function noteFailure(db: Queryable, id: number, error: string): Promise<void> {
  await db.query(
    `UPDATE replays SET state = 'failed', error = $2, ended_at = clock_timestamp() WHERE id = $1 AND ended_at IS NULL`,
    [id, error.slice(0, 500)],
  )
}

export async function buildAnew(
  pool: Pool,
  readModels: readonly ReadModel[],
  { id, generation }: Pick<ReplayRow, 'id' | 'generation'>,
): Promise<void> {
  await inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(
      `UPDATE replays SET state = 'building', events = 0, events_per_second = 0, position = NULL, updated_at = clock_timestamp() WHERE id = $1 AND state = 'comparing'`,
      [id],
    )
    if (rowCount === 1) await emptyGeneration(client, generation, readModels)
  })
}

const LOCK_NOT_AVAILABLE = '55P03'

/** Called for a generation that could not be dropped, unless it is still being read. */
export type OnLeftOver = (generation: number, error: unknown) => void

/**
 * Drops retired, discarded and failed generations. Failures do not block replays. What another version keeps or builds
 * is left to earlier-generations.ts.
 */
export async function dropLeftOvers(pool: Pool, onLeftOver: OnLeftOver): Promise<number[]> {
  const { rows } = await pool.query<{ generation: number }>(
    `SELECT generation FROM projection_generations WHERE NOT live AND NOT serving
     AND (definitions IS NULL OR definitions = '${READ_MODELS}')
     AND generation IN (SELECT generation FROM replays WHERE state IN ('discarded', 'failed')
       UNION SELECT generation FROM projection_generations WHERE generation < (SELECT generation FROM projection_generations WHERE ${isLive()}))
     AND generation NOT IN (SELECT generation FROM replays WHERE ended_at IS NULL)`,
  )
  const dropped: number[] = []
  for (const { generation } of rows) {
    const done = await inTransaction(pool, async (client) => {
      // Tables still being read are dropped another time.
      await client.query('SET LOCAL lock_timeout = 500')
      await client.query(`DROP SCHEMA IF EXISTS ${generationSchema(generation)} CASCADE`)
      await client.query('DELETE FROM projection_generations WHERE generation = $1 AND NOT live AND NOT serving', [
        generation,
      ])
      return true
    }).catch((error: unknown) => {
      if (sqlState(error) !== LOCK_NOT_AVAILABLE) onLeftOver(generation, error)
      return false
    })
    if (done) dropped.push(generation)
  }
  return dropped
}
