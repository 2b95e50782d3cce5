import type { Queryable } from '#platform/postgres/postgres.ts'

/**
 * A condition in SQL on `v.business_id` and `v.buyer_id`: points were awarded to the buyer there and not undone. False
 * for all while older read models without this table serve.
 */
export async function boughtHere(db: Queryable): Promise<string> {
  const { rows } = await db.query<{ known: boolean }>(`SELECT to_regclass('read.buyer_visits') IS NOT NULL AS known`)
  return rows[0]?.known
    ? `EXISTS (
        SELECT FROM read.buyer_visits AS visit
        WHERE visit.business_id = v.business_id AND visit.buyer_id = v.buyer_id AND visit.visits > 0
      )`
    : 'false'
}
