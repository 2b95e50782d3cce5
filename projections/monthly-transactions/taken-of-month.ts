import type { Queryable } from '#platform/postgres/postgres.ts'

/**
 * How many places of a calendar month in Asia/Yerevan ('YYYY-MM') are taken at a business whose plan had no limit so far: its awards, and the places
 * of earlier awards that are still under way, or have been left behind by a process that died (H11). Such an award may yet be written with the place that
 * it holds; where it never is, the place is given back, and must not be one of those that other awards have used up.
 *
 * One statement, so that an award is either among the lines or holds an open place. The read models have to be at the head of the log.
 */
export async function takenOfMonth(db: Queryable, businessId: number, month: string): Promise<number> {
  const { rows } = await db.query<{ taken: number }>({
    name: 'taken-of-month',
    text: `
      SELECT coalesce((SELECT awards FROM read.monthly_transactions WHERE business_id = $1 AND month = $2), 0)
        + (SELECT count(*) FROM quota_reservations AS place
           WHERE place.state = 'reserved' AND place.business_id = $1 AND place.month = $2 AND NOT EXISTS (
             SELECT FROM read.movements AS line
             WHERE line.business_id = $1 AND line.buyer_id = split_part(place.stream, '.', 2)::int AND line.award_id = place.award_id)) AS taken`,
    values: [businessId, month],
  })
  return rows[0]?.taken ?? 0
}
