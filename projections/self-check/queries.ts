import type { Queryable } from '#platform/postgres/postgres.ts'

export type FindingRow = {
  businessId: number
  buyerId: number
  what: string
  expected: string | null
  found: string | null
  foundAt: Date
  clearedAt: Date | null
}
export type RunRow = {
  id: number
  scope: 'sample' | 'all'
  startedAt: Date
  endedAt: Date | null
  accounts: number
  differences: number
}

const FINDING = `business_id AS "businessId", buyer_id AS "buyerId", what, expected, found, found_at AS "foundAt", cleared_at AS "clearedAt"`

/** Newest first. `open`: unresolved ones, else resolved ones. `buyerId` 0: a business's totals. */
export async function findings(
  db: Queryable,
  { open, limit }: { open: boolean; limit: number },
): Promise<FindingRow[]> {
  const { rows } = await db.query<FindingRow>(
    `SELECT ${FINDING} FROM check_findings WHERE cleared_at IS ${open ? '' : 'NOT'} NULL ORDER BY id DESC LIMIT $1`,
    [limit],
  )
  return rows
}

/** Includes businesses as a whole. */
export async function countOpenAccounts(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    'SELECT count(DISTINCT (business_id, buyer_id)) AS n FROM check_findings WHERE cleared_at IS NULL',
  )
  return rows[0]?.n ?? 0
}

/** Newest first, at most `limit` per scope. `endedAt` null: still running. */
export async function checkRuns(db: Queryable, limit: number): Promise<RunRow[]> {
  const { rows } = await db.query<RunRow>(
    `SELECT id, scope, started_at AS "startedAt", ended_at AS "endedAt", accounts, differences
     FROM (SELECT *, row_number() OVER (PARTITION BY scope ORDER BY id DESC) AS place FROM self_checks WHERE started_at IS NOT NULL) AS run
     WHERE place <= $1 ORDER BY id DESC`,
    [limit],
  )
  return rows
}

/** The worker starts the check in its next cycle (run.ts); a wake-up brings that forward. */
export async function askForCheck(db: Queryable, scope: 'sample' | 'all'): Promise<void> {
  await db.query('INSERT INTO self_checks (scope) VALUES ($1)', [scope])
}

/** `lastAt`: null before the first check has ended. `differences`: open ones; `openSince`: the oldest of them. */
type CheckSummary = { lastAt: Date | null; differences: number; openSince: Date | null }

export async function checkSummary(db: Queryable): Promise<CheckSummary> {
  const { rows } = await db.query<CheckSummary>(
    `SELECT (SELECT max(ended_at) FROM self_checks) AS "lastAt", count(*) AS differences, min(found_at) AS "openSince"
     FROM check_findings WHERE cleared_at IS NULL`,
  )
  return rows[0] ?? { lastAt: null, differences: 0, openSince: null }
}

/** Undefined if never compared with the log. */
export async function lastChecked(
  db: Queryable,
  businessId: number,
  buyerId: number,
): Promise<{ at: Date; agrees: boolean; position: string | null } | undefined> {
  const { rows } = await db.query<{ at: Date; agrees: boolean; position: string | null }>(
    `SELECT checked_at AS at, agrees, position::text AS "position" FROM account_checks WHERE business_id = $1 AND buyer_id = $2`,
    [businessId, buyerId],
  )
  return rows[0]
}
