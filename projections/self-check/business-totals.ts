/**
 * The totals of a business beside the sum of its lines, which are checked against the store themselves. The lines are read up to where the read
 * models stood when the totals were read: they do not change any more, so they may be added up in as many steps as it takes.
 */
import { BEFORE_ALL } from '#contracts/units/numbers.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'
import type { Difference } from './compare-account.ts'

const COLUMNS = ['buyers', 'issued_tenths', 'redeemed_tenths', 'refunded_tenths', 'forfeited_tenths'] as const
type Totals = Record<(typeof COLUMNS)[number], number>

/** At once, so that no statement takes longer than it may, however many lines a business has. */
const LINES_AT_ONCE = 20_000

/** What differs. Undefined where the business has more lines than `mostLines`. Throws where PostgreSQL is away. */
export async function compareTotals(
  db: Queryable,
  businessId: number,
  { mostLines = Infinity, linesAtOnce = LINES_AT_ONCE }: { mostLines?: number; linesAtOnce?: number } = {},
): Promise<Difference[] | undefined> {
  const { rows } = await db.query<Totals & { asOf: string; isThere: boolean }>(
    `SELECT coalesce(live.position, -1)::text AS "asOf", stats.business_id IS NOT NULL AS "isThere", ${COLUMNS.join(', ')}
     FROM projection_generations AS live LEFT JOIN read.business_stats AS stats ON stats.business_id = $1 WHERE live.live`,
    [businessId],
  )
  const found = rows[0]
  if (!found) return []
  const sums: Totals = { buyers: 0, issued_tenths: 0, redeemed_tenths: 0, refunded_tenths: 0, forfeited_tenths: 0 }
  let lines = 0
  for (let after = BEFORE_ALL; ;) {
    // One more than asked for tells that there are too many.
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
  // Both columns as one: or PostgreSQL may walk through everybody's lines by their positions, leaving out those of others.
  const { rows } = await db.query<Totals & { lines: number; last: string | null }>(
    `SELECT count(*) AS lines, max(position)::text AS last,
       count(*) FILTER (WHERE revision = 0) - count(*) FILTER (WHERE type = 'AccountClosed') AS buyers,
       coalesce(sum(delta_tenths) FILTER (WHERE type IN ('PointsAwarded', 'AwardVoided')), 0)::bigint AS issued_tenths,
       coalesce(-sum(delta_tenths) FILTER (WHERE type = 'PerkRedeemed'), 0)::bigint AS redeemed_tenths,
       coalesce(sum(delta_tenths) FILTER (WHERE type = 'PointsRefunded'), 0)::bigint AS refunded_tenths,
       coalesce(-sum(delta_tenths) FILTER (WHERE type = 'AccountClosed'), 0)::bigint AS forfeited_tenths
     FROM (
       SELECT position, revision, type, delta_tenths FROM read.movements
       WHERE (business_id, position) > ($1::int, $2::bigint) AND (business_id, position) <= ($1::int, $3::bigint) ORDER BY business_id, position LIMIT $4
     ) AS line`,
    [businessId, after, asOf, limit],
  )
  return rows[0]!
}

/** Businesses behind `after`, by id: with totals, with lines, or with something found before. */
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
