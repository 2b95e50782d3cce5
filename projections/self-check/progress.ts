import { DAY_MS, yerevanDay } from '#contracts/units/time.ts'
import type { Pool, Queryable } from '#platform/postgres/postgres.ts'
import { BEFORE_ALL, type Account } from './accounts.ts'

/** Kept for the administrator's screen: samples run every minute, full runs every night. */
const KEEP_SAMPLES = 500
const KEEP_ALL = 60
/** 23:00 UTC is 03:00 in Yerevan; the nightly run begins within that hour. */
const NIGHT_HOUR_UTC = 23

/**
 * A full run is due by day after two nights without one; before the first, one-minute cycles are counted. A start in
 * the future comes from a wrong clock.
 */
const MISSED_AFTER_MS = 2 * DAY_MS
const MISSED_AFTER_CYCLES = 2 * 24 * 60

export type Run = {
  id: number
  scope: 'sample' | 'all'
  accounts: number
  differences: number
  after: Account | null
  /** The last business whose totals are checked; null while accounts remain. */
  totalsAfter: number | null
}

const RUN =
  'id, scope, accounts, differences, after_business AS "afterBusiness", after_buyer AS "afterBuyer", totals_after AS "totalsAfter"'
type Row = Omit<Run, 'after'> & { afterBusiness: number | null; afterBuyer: number | null }

const runOf = ({ afterBusiness, afterBuyer, ...run }: Row): Run => ({
  ...run,
  after: afterBusiness === null || afterBuyer === null ? null : { businessId: afterBusiness, buyerId: afterBuyer },
})

/** The oldest requested run, else an interrupted full run, else a new one. */
export async function beginRun(pool: Pool, at: Date): Promise<Run> {
  const asked = await pool.query<Row>(
    `UPDATE self_checks SET started_at = $1 WHERE id = (SELECT min(id) FROM self_checks WHERE started_at IS NULL) RETURNING ${RUN}`,
    [at],
  )
  if (asked.rows[0]) return runOf(asked.rows[0])
  const last = await pool.query<Row & { startedAt: Date; isEnded: boolean }>(
    `SELECT ${RUN}, started_at AS "startedAt", ended_at IS NOT NULL AS "isEnded" FROM self_checks
     WHERE scope = 'all' AND started_at IS NOT NULL ORDER BY id DESC LIMIT 1`,
  )
  if (last.rows[0] && !last.rows[0].isEnded) return runOf(last.rows[0])
  const lastAt = last.rows[0]?.startedAt
  const isNightDue = at.getUTCHours() === NIGHT_HOUR_UTC && (!lastAt || yerevanDay(lastAt) !== yerevanDay(at))
  const isMissed = lastAt
    ? Math.abs(at.getTime() - lastAt.getTime()) >= MISSED_AFTER_MS
    : (await cyclesSoFar(pool)) >= MISSED_AFTER_CYCLES
  const own = await pool.query<Row>(`INSERT INTO self_checks (scope, started_at) VALUES ($1, $2) RETURNING ${RUN}`, [
    isNightDue || isMissed ? 'all' : 'sample',
    at,
  ])
  return runOf(own.rows[0]!)
}

/** IDs count deleted runs too. */
async function cyclesSoFar(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ n: number }>('SELECT coalesce(max(id), 0) AS n FROM self_checks')
  return rows[0]?.n ?? 0
}

export async function saveRun(db: Queryable, { id, accounts, differences, after, totalsAfter }: Run): Promise<void> {
  await db.query(
    'UPDATE self_checks SET accounts = $2, differences = $3, after_business = $4, after_buyer = $5, totals_after = $6 WHERE id = $1',
    [id, accounts, differences, after?.businessId ?? null, after?.buyerId ?? null, totalsAfter],
  )
}

export async function endRun(db: Queryable, run: Run, at: Date): Promise<void> {
  await saveRun(db, run)
  await db.query('UPDATE self_checks SET ended_at = $2 WHERE id = $1', [run.id, at])
  await db.query(
    `DELETE FROM self_checks WHERE (scope = 'sample' AND id <= (SELECT max(id) FROM self_checks) - $1)
       OR (scope = 'all' AND id NOT IN (SELECT id FROM self_checks WHERE scope = 'all' ORDER BY id DESC LIMIT $2))`,
    [KEEP_SAMPLES, KEEP_ALL],
  )
}

/** Where the previous round-robin sample ended. */
export async function roundBefore(db: Queryable, { id }: Pick<Run, 'id'>): Promise<Account> {
  const { rows } = await db.query<Account>(
    `SELECT after_business AS "businessId", after_buyer AS "buyerId" FROM self_checks
     WHERE scope = 'sample' AND after_business IS NOT NULL AND id < $1 ORDER BY id DESC LIMIT 1`,
    [id],
  )
  return rows[0] ?? BEFORE_ALL
}
