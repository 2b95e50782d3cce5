import type { Role } from '#contracts/calls/account/session.ts'
import type { SecurityAct } from '#contracts/calls/staff/security.ts'
import { DAY_MS } from '#contracts/units/time.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'

const KEPT_MS = 400 * DAY_MS
/** Rows per DELETE, which limits how long they are locked. */
const BATCH = 1_000
const LAST_SIGN_INS = 20

/** `userId`: null for an unknown caller. `result`: 'ok' or the reason of failure. */
export type Security = { what: SecurityAct; userId: number | null; at: Date; result?: string; device?: string }

/** Returns the row's id. Failures share one row an hour, with a counter. */
export async function recordSecurity(
  db: Queryable,
  { what, userId, at, result = 'ok', device = '' }: Security,
): Promise<string> {
  const { rows } = await db.query<{ id: string }>(
    `INSERT INTO security_log (what, result, user_id, device, at, last_at, slot)
     VALUES ($1, $2, $3, $4, $5, $5, CASE WHEN $2 <> 'ok' THEN date_bin('1 hour', $5::timestamptz, 'epoch') END)
     ON CONFLICT (what, result, coalesce(user_id, 0), slot)
       DO UPDATE SET times = security_log.times + 1, last_at = greatest(security_log.last_at, excluded.last_at)
     RETURNING id::text`,
    [what, result, userId, device, at],
  )
  return rows[0]!.id
}

/** By a password or a passkey, within the 400 days for which the log is kept. */
export async function hasSignedIn(db: Queryable, userId: number): Promise<boolean> {
  const { rows } = await db.query<{ has: boolean }>(
    `SELECT EXISTS (SELECT FROM security_log WHERE user_id = $1 AND what IN ('sign_in', 'staff_sign_in', 'passkey_sign_in') AND result = 'ok') AS has`,
    [userId],
  )
  return rows[0]?.has ?? false
}

type Own = { what: SecurityAct; result: string; device: string; times: number; at: Date }

/** The account's sign-ins and failed attempts, newest first. */
export async function lastSignIns(db: Queryable, userId: number): Promise<Own[]> {
  const { rows } = await db.query<Own>(
    `SELECT what, result, device, times, last_at AS at FROM security_log
     WHERE user_id = $1 AND what IN ('sign_in', 'staff_sign_in', 'passkey_sign_in', 'lock_out') ORDER BY id DESC LIMIT ${LAST_SIGN_INS}`,
    [userId],
  )
  return rows
}

export type SecurityRow = {
  id: string
  what: SecurityAct
  result: string
  userId: number | null
  role: Role | null
  times: number
  firstAt: Date
  lastAt: Date
}

type Wanted = { user?: number | undefined; what?: SecurityAct | undefined; before?: string | undefined; limit: number }

/** Newest first. */
export async function securityBefore(db: Queryable, { user, what, before, limit }: Wanted): Promise<SecurityRow[]> {
  const { rows } = await db.query<SecurityRow>(
    `SELECT l.id::text, l.what, l.result, l.user_id AS "userId", u.role, l.times, l.at AS "firstAt", l.last_at AS "lastAt"
     FROM security_log l LEFT JOIN users u ON u.id = l.user_id
     WHERE ($1::int IS NULL OR l.user_id = $1) AND ($2::text IS NULL OR l.what = $2) AND ($3::bigint IS NULL OR l.id < $3)
     ORDER BY l.id DESC LIMIT $4`,
    [user ?? null, what ?? null, before ?? null, limit],
  )
  return rows
}

/** Chore: deletes rows older than 400 days. */
export async function pruneSecurityLog(db: Queryable, now: Date): Promise<number> {
  for (let pruned = 0; ;) {
    const { rowCount } = await db.query(
      `DELETE FROM security_log WHERE id IN (SELECT id FROM security_log WHERE last_at < $1 ORDER BY last_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`,
      [new Date(now.getTime() - KEPT_MS)],
    )
    pruned += rowCount ?? 0
    if ((rowCount ?? 0) < BATCH) return pruned
  }
}
