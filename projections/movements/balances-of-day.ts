import { BIGINT_MAX } from '#contracts/units/numbers.ts'
import { momentsOf } from '#contracts/units/time.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'

/**
 * Non-zero balances in tenths at the end of a day ('YYYY-MM-DD', Asia/Yerevan, by time of recording). Computed
 * backwards from current balances, so recent days read few movements.
 */
export async function balancesOfDay(
  db: Queryable,
  businessId: number,
  day: string,
): Promise<{ buyerId: number; balanceTenths: number }[]> {
  const { rows } = await db.query<{ buyerId: number; balanceTenths: number }>(
    `WITH later AS (
       SELECT buyer_id, sum(delta_tenths)::int8 AS tenths FROM read.movements
       WHERE business_id = $1 AND recorded_at >= $3
         AND position >= coalesce((SELECT min(first_position) FROM read.daily_book WHERE business_id = $1 AND day > $2::date), ${BIGINT_MAX})
       GROUP BY buyer_id
     )
     SELECT buyer_id AS "buyerId", (balance_tenths - coalesce(tenths, 0))::int8 AS "balanceTenths"
     FROM read.account_balances LEFT JOIN later USING (buyer_id)
     WHERE business_id = $1 AND balance_tenths <> coalesce(tenths, 0) ORDER BY buyer_id`,
    [businessId, day, momentsOf({ from: day, to: day }).until],
  )
  return rows
}
