import type { Queryable } from '#platform/postgres/postgres.ts'

export type BusinessBalance = { businessId: number; balanceTenths: number }
type BuyerBalance = { buyerId: number; balanceTenths: number }

/** Every open account of a buyer, including balances of 0 (H7), by descending points. */
export async function balancesOfBuyer(db: Queryable, buyerId: number): Promise<BusinessBalance[]> {
  const { rows } = await db.query<BusinessBalance>({
    name: 'balances-of-buyer',
    text: `
      SELECT business_id AS "businessId", balance_tenths AS "balanceTenths"
      FROM read.account_balances WHERE buyer_id = $1 AND NOT closed ORDER BY balance_tenths DESC, business_id`,
    values: [buyerId],
  })
  return rows
}

/** By buyer, including closed accounts; buyers without an account are missing. */
export async function balancesOfBuyers(
  db: Queryable,
  businessId: number,
  buyerIds: readonly number[],
): Promise<Map<number, { balanceTenths: number; closed: boolean }>> {
  const { rows } = await db.query<BuyerBalance & { closed: boolean }>({
    name: 'balances-of-buyers',
    text: `
      SELECT buyer_id AS "buyerId", balance_tenths AS "balanceTenths", closed
      FROM read.account_balances WHERE business_id = $1 AND buyer_id = ANY($2)`,
    values: [businessId, buyerIds],
  })
  return new Map(rows.map(({ buyerId, ...account }) => [buyerId, account]))
}
