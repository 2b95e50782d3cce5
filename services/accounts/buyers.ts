import type { Queryable } from '#platform/postgres/postgres.ts'

/** Codes by id of a buyer or card, without erased buyers (H25). */
export async function buyerCodes(db: Queryable, buyerIds: readonly number[]): Promise<Map<number, string>> {
  const found = await db.query<{ id: number; code: string }>(
    `SELECT id, buyer_code AS code FROM users WHERE id = ANY($1) AND buyer_code IS NOT NULL
     UNION ALL SELECT id, code FROM cards WHERE id = ANY($1)`,
    [buyerIds],
  )
  return new Map(found.rows.map(({ id, code }) => [id, code]))
}
