/**
 * Fills read models from movements that a test inserted directly, because folding so many events is slow. Each is an
 * award of a tenth of a point.
 */
import type { Queryable } from '#platform/postgres/postgres.ts'

export async function bookLines(db: Queryable): Promise<void> {
  await db.query(
    `INSERT INTO read.daily_book SELECT business_id, (recorded_at AT TIME ZONE 'Asia/Yerevan')::date, count(*), 0, 0, 0, 0, count(*), 0, min(position), max(position)
     FROM read.movements GROUP BY 1, 2`,
  )
}

export async function balanceLines(db: Queryable): Promise<void> {
  await db.query(
    `INSERT INTO read.account_balances (business_id, buyer_id, balance_tenths, events, revision, closed, changed_at, position)
     SELECT business_id, buyer_id, count(*), count(*), count(*) - 1, false, max(recorded_at), max(position) FROM read.movements GROUP BY 1, 2`,
  )
}
