/**
 * The ledger checks itself: accounts folded straight from the store, beside the read models. Each cycle takes those that have waited
 * longest, in random order among equals; at night it takes all. What differs is written down until a later check finds it right.
 */
import type { EventStore } from '#ledger/event-store.ts'
import { accountStream } from '#contracts/ledger-events.ts'
import { yerevanDay } from '#contracts/time.ts'
import type { Pool, Queryable } from '#platform/postgres.ts'
import { whileLocked } from '#platform/session-lock.ts'
import { inTransaction } from '#platform/transaction.ts'
import { accountRows } from './account-rows.ts'
import { compareAccount, type Difference } from './compare-account.ts'

const LOCK = 7_301_022
/** At most this many accounts are folded in one cycle; an installation with no more is checked whole every time. */
const SAMPLE = 500
const PAGE = 500
const READ_WITHIN_MS = 10_000
/** Kept for the administrator's screen. */
const KEEP_RUNS = 500
/** 23:00 UTC is 03:00 in Yerevan: the nightly run begins within that hour. */
const NIGHT_HOUR_UTC = 23

type Scope = 'sample' | 'all'
type Account = { businessId: number; buyerId: number }
export type SelfCheckOptions = { pool: Pool; store: Pick<EventStore, 'readStream'>; now?: () => Date; signal?: AbortSignal; sample?: number }
export type Checked = { scope: Scope; accounts: number; differences: number }

/** One cycle: whatever was asked for, else a sample, else the night's run. Undefined where another process is at it. */
export async function runSelfCheck({ pool, store, now = () => new Date(), signal, sample = SAMPLE }: SelfCheckOptions): Promise<Checked | undefined> {
  return whileLocked(pool, LOCK, async () => {
    const { id, scope } = await beginRun(pool, now())
    const checked: Checked = { scope, accounts: 0, differences: 0 }
    const before = now()
    for (;;) {
      const accounts = await longestUnchecked(pool, before, scope, scope === 'all' ? PAGE : sample)
      for (const account of accounts) {
        if (signal?.aborted) return checked
        checked.differences += (await checkAccount(pool, store, account, now())).length
        checked.accounts += 1
      }
      await pool.query('UPDATE self_checks SET accounts = $2, differences = $3 WHERE id = $1', [id, checked.accounts, checked.differences])
      if (scope === 'sample' || accounts.length < PAGE) break
    }
    for (const difference of await checkBusinesses(pool, now())) checked.differences += difference
    await pool.query('UPDATE self_checks SET ended_at = $2, differences = $3 WHERE id = $1', [id, now(), checked.differences])
    await pool.query('DELETE FROM self_checks WHERE id <= (SELECT max(id) FROM self_checks) - $1', [KEEP_RUNS])
    return checked
  })
}

/** The oldest run that was asked for; otherwise one of this cycle's own. A run that was killed is begun again as a new one. */
async function beginRun(pool: Pool, at: Date): Promise<{ id: number; scope: Scope }> {
  const asked = await pool.query<{ id: number; scope: Scope }>(
    `UPDATE self_checks SET started_at = $1 WHERE id = (SELECT min(id) FROM self_checks WHERE started_at IS NULL) RETURNING id, scope`,
    [at],
  )
  if (asked.rows[0]) return asked.rows[0]
  const scope = (await isNightRunDue(pool, at)) ? 'all' : 'sample'
  const own = await pool.query<{ id: number }>('INSERT INTO self_checks (scope, started_at) VALUES ($1, $2) RETURNING id', [scope, at])
  return { id: own.rows[0]!.id, scope }
}

async function isNightRunDue(db: Queryable, at: Date): Promise<boolean> {
  if (at.getUTCHours() !== NIGHT_HOUR_UTC) return false
  const { rows } = await db.query<{ at: Date }>(`SELECT started_at AS at FROM self_checks WHERE scope = 'all' AND ended_at IS NOT NULL ORDER BY id DESC LIMIT 1`)
  return !rows[0] || yerevanDay(rows[0].at) !== yerevanDay(at)
}

/** Also accounts whose rows are gone: they were checked before, or (looked for at night) have lines still. */
async function longestUnchecked(db: Queryable, before: Date, scope: Scope, limit: number): Promise<Account[]> {
  const { rows } = await db.query<Account>(
    `SELECT account.business_id AS "businessId", account.buyer_id AS "buyerId" FROM (
       SELECT business_id, buyer_id FROM read.account_balances UNION SELECT business_id, buyer_id FROM account_checks
       ${scope === 'all' ? 'UNION SELECT business_id, buyer_id FROM read.movements WHERE revision = 0' : ''}
     ) AS account LEFT JOIN account_checks AS checked USING (business_id, buyer_id)
     WHERE checked.checked_at IS NULL OR checked.checked_at < $1 ORDER BY checked.checked_at NULLS FIRST, random() LIMIT $2`,
    [before, limit],
  )
  return rows
}

/** Folds one account from the store and writes down what differs, and when it was checked. Throws where the store is away. */
export async function checkAccount(pool: Pool, store: Pick<EventStore, 'readStream'>, { businessId, buyerId }: Account, at: Date): Promise<Difference[]> {
  // The rows first: whatever the stream holds up to their position, they must hold.
  const rows = await accountRows(pool, businessId, buyerId)
  const events = await store.readStream(accountStream(businessId, buyerId), 0, { deadlineAt: Date.now() + READ_WITHIN_MS })
  const { differences } = compareAccount(events, rows)
  await note(pool, { businessId, buyerId }, differences, at)
  await pool.query(
    `INSERT INTO account_checks (business_id, buyer_id, checked_at, agrees, position) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (business_id, buyer_id) DO UPDATE SET checked_at = excluded.checked_at, agrees = excluded.agrees, position = excluded.position`,
    [businessId, buyerId, at, differences.length === 0, rows.asOf === null ? null : String(rows.asOf)],
  )
  return differences
}

/** What is open and not found again is right again. */
async function note(pool: Pool, { businessId, buyerId }: Account, differences: readonly Difference[], at: Date): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query(
      'UPDATE check_findings SET cleared_at = $4 WHERE business_id = $1 AND buyer_id = $2 AND cleared_at IS NULL AND what <> ALL($3)',
      [businessId, buyerId, differences.map(({ what }) => what), at],
    )
    for (const { what, expected, found } of differences) {
      await client.query(
        `INSERT INTO check_findings (business_id, buyer_id, what, expected, found, found_at) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (business_id, buyer_id, what) WHERE cleared_at IS NULL DO UPDATE SET expected = excluded.expected, found = excluded.found`,
        [businessId, buyerId, what, expected, found, at],
      )
    }
  })
}

/** The totals of every business beside the sum of its lines, which are checked against the store themselves. */
async function checkBusinesses(pool: Pool, at: Date): Promise<number[]> {
  const { rows } = await pool.query<{ businessId: number; column: string; expected: string | null; found: string | null }>(`
    WITH folded AS (
      SELECT business_id, count(*) FILTER (WHERE revision = 0) - count(*) FILTER (WHERE type = 'AccountClosed') AS buyers,
        coalesce(sum(delta_tenths) FILTER (WHERE type IN ('PointsAwarded', 'AwardVoided')), 0) AS issued_tenths,
        coalesce(-sum(delta_tenths) FILTER (WHERE type = 'PerkRedeemed'), 0) AS redeemed_tenths,
        coalesce(sum(delta_tenths) FILTER (WHERE type = 'PointsRefunded'), 0) AS refunded_tenths,
        coalesce(-sum(delta_tenths) FILTER (WHERE type = 'AccountClosed'), 0) AS forfeited_tenths
      FROM read.movements GROUP BY business_id
    )
    SELECT coalesce(folded.business_id, stats.business_id) AS "businessId", pair.name AS "column", pair.expected::text AS expected, pair.found::text AS found
    FROM folded FULL JOIN read.business_stats AS stats ON stats.business_id = folded.business_id
    CROSS JOIN LATERAL (VALUES ('buyers', folded.buyers::numeric, stats.buyers::numeric), ('issued_tenths', folded.issued_tenths, stats.issued_tenths),
      ('redeemed_tenths', folded.redeemed_tenths, stats.redeemed_tenths), ('refunded_tenths', folded.refunded_tenths, stats.refunded_tenths),
      ('forfeited_tenths', folded.forfeited_tenths, stats.forfeited_tenths)) AS pair (name, expected, found)
    WHERE pair.expected IS DISTINCT FROM pair.found`)
  const byBusiness = Map.groupBy(rows, (row) => row.businessId)
  const open = await pool.query<{ businessId: number }>('SELECT DISTINCT business_id AS "businessId" FROM check_findings WHERE buyer_id = 0 AND cleared_at IS NULL')
  for (const businessId of new Set([...byBusiness.keys(), ...open.rows.map((row) => row.businessId)])) {
    const differences = (byBusiness.get(businessId) ?? []).map(({ column, expected, found }) => ({ what: `business_stats ${column}`, expected, found }))
    await note(pool, { businessId, buyerId: 0 }, differences, at)
  }
  return [...byBusiness.values()].map((found) => found.length)
}
