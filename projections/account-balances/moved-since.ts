import type { Queryable } from '#platform/postgres/postgres.ts'

/** A buyer's or a business's accounts with events after `position`, latest first. */
export async function accountsMovedSince(
  db: Queryable,
  { userId, as, position, limit }: { userId: number; as: 'buyer' | 'business'; position: string; limit: number },
): Promise<{ businessId: number; buyerId: number }[]> {
  const { rows } = await db.query<{ businessId: number; buyerId: number }>({
    name: `accounts-moved-since-${as}`,
    text: `
      SELECT business_id AS "businessId", buyer_id AS "buyerId" FROM read.account_balances AS account
      WHERE ${as === 'buyer' ? 'buyer_id' : 'business_id'} = $1 AND account.position > $2::bigint
      ORDER BY account.position DESC LIMIT $3`,
    values: [userId, position, limit],
  })
  return rows
}
