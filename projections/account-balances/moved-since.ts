import type { Queryable } from '#platform/postgres/postgres.ts'
import type { RowOf } from '../runtime/generations/table.ts'
import { balancesTable } from './table.ts'

const account = balancesTable.select(['businessId', 'buyerId'])

/** A buyer's or a business's accounts with events after `position`, latest first. */
export async function accountsMovedSince(
  db: Queryable,
  { userId, as, position, limit }: { userId: number; as: 'buyer' | 'business'; position: string; limit: number },
): Promise<RowOf<typeof account>[]> {
  const { rows } = await db.query<RowOf<typeof account>>({
    name: `accounts-moved-since-${as}`,
    text: `
      SELECT ${account} FROM read.account_balances AS account
      WHERE ${as === 'buyer' ? 'buyer_id' : 'business_id'} = $1 AND account.position > $2::bigint
      ORDER BY account.position DESC LIMIT $3`,
    values: [userId, position, limit],
  })
  return rows
}
