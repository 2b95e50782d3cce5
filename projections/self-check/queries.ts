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

/** Where an account and the log did not agree, the newest first. `open`: those that still do not, else those that do again. `buyerId` 0: the totals of a business. */
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

/** How many accounts, and businesses as a whole, do not agree with the log now. */
export async function countOpenAccounts(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    'SELECT count(DISTINCT (business_id, buyer_id)) AS n FROM check_findings WHERE cleared_at IS NULL',
  )
  return rows[0]?.n ?? 0
}

/** Checks that have begun, the newest first, at most so many of a sample and so many of all accounts. `endedAt` null: not done yet. */
export async function checkRuns(db: Queryable, limit: number): Promise<RunRow[]> {
  const { rows } = await db.query<RunRow>(
    `SELECT id, scope, started_at AS "startedAt", ended_at AS "endedAt", accounts, differences
     FROM (SELECT *, row_number() OVER (PARTITION BY scope ORDER BY id DESC) AS place FROM self_checks WHERE started_at IS NOT NULL) AS run
     WHERE place <= $1 ORDER BY id DESC`,
    [limit],
  )
  return rows
}

/** Only writes down that one is wanted: the worker begins it with its next cycle (run.ts), which a ring of its bell brings on. */
export async function askForCheck(db: Queryable, scope: 'sample' | 'all'): Promise<void> {
  await db.query('INSERT INTO self_checks (scope) VALUES ($1)', [scope])
}

/** For health and the administrator's overview. `lastAt`: null before the first has ended. `differences`: how many are open. */
export async function checkSummary(db: Queryable): Promise<{ lastAt: Date | null; differences: number }> {
  const { rows } = await db.query<{ lastAt: Date | null; differences: number }>(
    `SELECT (SELECT max(ended_at) FROM self_checks) AS "lastAt", (SELECT count(*) FROM check_findings WHERE cleared_at IS NULL) AS differences`,
  )
  return rows[0] ?? { lastAt: null, differences: 0 }
}

/** When an account was last compared with the log, and whether they agreed; undefined where that has not happened yet. */
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
