import type { Queryable } from '#platform/postgres/postgres.ts'

/**
 * Places of a month ('YYYY-MM', Asia/Yerevan) taken at a business without a limit so far: awards plus open reservations
 * (H11), which may still become awards.
 * A single statement, so that an award is either a row or a reservation. The read models must be at the head of the
 * log.
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
