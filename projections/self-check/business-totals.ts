/**
 * Compares a business's totals with the sum of its movements. Movements up to the totals' position no longer change, so
 * they are summed in steps.
 */
import { BEFORE_ALL } from '#contracts/units/numbers.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'
import { isLive } from '../runtime/catch-up/checkpoints.ts'
import { mayBeInShards, positionSql } from '../runtime/shards/shards.ts'
import type { Difference } from './compare-account.ts'

const COLUMNS = ['buyers', 'issued_tenths', 'redeemed_tenths', 'refunded_tenths', 'forfeited_tenths'] as const
type Totals = Record<(typeof COLUMNS)[number], number>

/** Movements per statement, to stay within the statement timeout. */
const LINES_AT_ONCE = 20_000

/** Undefined if the business has more than `mostLines` movements. Throws if PostgreSQL is unavailable. */
export async function compareTotals(
  db: Queryable,
  businessId: number,
  { mostLines = Infinity, linesAtOnce = LINES_AT_ONCE }: { mostLines?: number; linesAtOnce?: number } = {},
): Promise<Difference[] | undefined> {
  const asked = async (position: string) =>
    (
      await db.query<Totals & { generation: number; inShards: boolean; asOf: string; isThere: boolean }>(
        `SELECT generation, ${mayBeInShards('live')} AS "inShards", coalesce(${position}, -1)::text AS "asOf",
           stats.business_id IS NOT NULL AS "isThere", ${COLUMNS.join(', ')}
         FROM projection_generations AS live LEFT JOIN read.business_stats AS stats ON stats.business_id = $1 WHERE ${isLive()}`,
        [businessId],
      )
    ).rows[0]
  let found = await asked('live.position')
  if (found?.inShards) found = await asked(positionSql(found.generation, 'live', '$1'))
  if (!found) return []
  const sums: Totals = { buyers: 0, issued_tenths: 0, redeemed_tenths: 0, refunded_tenths: 0, forfeited_tenths: 0 }
  let lines = 0
  for (let after = BEFORE_ALL; ;) {
    // One extra, to detect that there are too many.
    const limit = Math.min(linesAtOnce, mostLines + 1 - lines)
    const page = await sumLines(db, businessId, after, found.asOf, limit)
    for (const column of COLUMNS) sums[column] += page[column]
    lines += page.lines
    if (lines > mostLines) return undefined
    if (page.lines < limit || page.last === null) break
    after = page.last
  }
  return COLUMNS.flatMap((column) => {
    const [expected, is] = [lines > 0 ? String(sums[column]) : null, found.isThere ? String(found[column]) : null]
    return expected === is ? [] : [{ what: `business_stats ${column}`, expected, found: is }]
  })
}

async function sumLines(
  db: Queryable,
  businessId: number,
  after: string,
  asOf: string,
  limit: number,
): Promise<Totals & { lines: number; last: string | null }> {
  // Row values keep PostgreSQL from scanning all businesses by position.
  const { rows } = await db.query<Totals & { lines: number; last: string | null }>(
    `SELECT count(*) AS lines, max(position)::text AS last,
       count(*) FILTER (WHERE revision = 0) - count(*) FILTER (WHERE type IN ('AccountClosed', 'PointsMergedOut')) AS buyers,
       coalesce(sum(delta_tenths) FILTER (WHERE type IN ('PointsAwarded', 'AwardVoided', 'AwardCorrected')), 0)::bigint AS issued_tenths,
       coalesce(-sum(delta_tenths) FILTER (WHERE type = 'PerkRedeemed'), 0)::bigint AS redeemed_tenths,
       coalesce(sum(delta_tenths) FILTER (WHERE type = 'PointsRefunded'), 0)::bigint AS refunded_tenths,
       coalesce(-sum(delta_tenths) FILTER (WHERE type IN ('AccountClosed', 'PointsMergedOut', 'PointsMergedIn')), 0)::bigint AS forfeited_tenths
     FROM (
       SELECT position, revision, type, delta_tenths FROM read.movements
       WHERE (business_id, position) > ($1::int, $2::bigint) AND (business_id, position) <= ($1::int, $3::bigint) ORDER BY business_id, position LIMIT $4
     ) AS line`,
    [businessId, after, asOf, limit],
  )
  return rows[0]!
}

/** Businesses with totals, movements or open findings. */
export async function businessesAfter(db: Queryable, after: number, limit: number): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    `WITH RECURSIVE line AS (
       (SELECT business_id AS id, 1 AS number FROM read.movements WHERE business_id > $1 ORDER BY business_id LIMIT 1)
       UNION ALL
       SELECT later.id, line.number + 1 FROM line CROSS JOIN LATERAL (
         SELECT business_id AS id FROM read.movements WHERE business_id > line.id ORDER BY business_id LIMIT 1
       ) AS later WHERE line.number < $2
     )
     SELECT id FROM line
     UNION (SELECT business_id FROM read.business_stats WHERE business_id > $1 ORDER BY business_id LIMIT $2)
     UNION (SELECT business_id FROM check_findings WHERE buyer_id = 0 AND cleared_at IS NULL AND business_id > $1 ORDER BY business_id LIMIT $2)
     ORDER BY id LIMIT $2`,
    [after, limit],
  )
  return rows.map(({ id }) => id)
}
