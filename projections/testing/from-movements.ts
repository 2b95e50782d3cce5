/** Read models beside movements that a test has written by statement, each an award of a tenth of a point, where folding that many events would take too long. */
import type { Queryable } from '#platform/postgres/postgres.ts'

/** The lines of the points-liability book, one for each business and day of the movements. */
export async function bookLines(db: Queryable): Promise<void> {
  await db.query(
    `INSERT INTO read.daily_book SELECT business_id, (recorded_at AT TIME ZONE 'Asia/Yerevan')::date, count(*), 0, 0, 0, 0, count(*), 0, min(position), max(position)
     FROM read.movements GROUP BY 1, 2`,
  )
}

/** The balances, one for each account of the movements. */
export async function balanceLines(db: Queryable): Promise<void> {
  await db.query(
    `INSERT INTO read.account_balances (business_id, buyer_id, balance_tenths, events, revision, closed, changed_at, position)
     SELECT business_id, buyer_id, count(*), count(*), count(*) - 1, false, max(recorded_at), max(position) FROM read.movements GROUP BY 1, 2`,
  )
}
