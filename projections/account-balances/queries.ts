import type { Queryable } from '#platform/postgres.ts'

export type BusinessBalance = { businessId: number; balanceTenths: number }
export type BuyerBalance = { buyerId: number; balanceTenths: number }

/** Every open account of a buyer, also with a balance of 0 (H7), by business id. */
export async function balancesOfBuyer(db: Queryable, buyerId: number): Promise<BusinessBalance[]> {
  const { rows } = await db.query<BusinessBalance>({
    name: 'balances-of-buyer',
    text: `
      SELECT business_id AS "businessId", balance_tenths AS "balanceTenths"
      FROM read.account_balances WHERE buyer_id = $1 AND NOT closed ORDER BY business_id`,
    values: [buyerId],
  })
  return rows
}

/**
 * The buyers with an open account at a business, by buyer id. `afterBuyerId` is the last id of the page before: the next page
 * costs the same at any depth.
 */
export async function buyersOfBusiness(
  db: Queryable,
  businessId: number,
  { limit, afterBuyerId = 0 }: { limit: number; afterBuyerId?: number },
): Promise<BuyerBalance[]> {
  const { rows } = await db.query<BuyerBalance>({
    name: 'buyers-of-business',
    text: `
      SELECT buyer_id AS "buyerId", balance_tenths AS "balanceTenths"
      FROM read.account_balances WHERE business_id = $1 AND buyer_id > $2 AND NOT closed ORDER BY buyer_id LIMIT $3`,
    values: [businessId, afterBuyerId, limit],
  })
  return rows
}

const TOP_ORDERS = {
  recent: 'position DESC',
  points: 'balance_tenths DESC, buyer_id',
} as const

/**
 * The first buyers of a business by their latest movement or by their points. Sorted in memory, not paged: an index on
 * either column would make every award write it.
 */
export async function topBuyersOfBusiness(
  db: Queryable,
  businessId: number,
  { order, limit }: { order: keyof typeof TOP_ORDERS; limit: number },
): Promise<BuyerBalance[]> {
  const { rows } = await db.query<BuyerBalance>({
    name: `top-buyers-of-business-${order}`,
    text: `
      SELECT buyer_id AS "buyerId", balance_tenths AS "balanceTenths"
      FROM read.account_balances WHERE business_id = $1 AND NOT closed ORDER BY ${TOP_ORDERS[order]} LIMIT $2`,
    values: [businessId, limit],
  })
  return rows
}

/** The balance in tenths; undefined where there is no account, or it is closed. */
export async function accountBalance(db: Queryable, businessId: number, buyerId: number): Promise<number | undefined> {
  const { rows } = await db.query<{ balanceTenths: number }>({
    name: 'account-balance',
    text: `
      SELECT balance_tenths AS "balanceTenths"
      FROM read.account_balances WHERE business_id = $1 AND buyer_id = $2 AND NOT closed`,
    values: [businessId, buyerId],
  })
  return rows[0]?.balanceTenths
}

/** The balances of these buyers at a business, also of closed accounts; who has no account is missing from the map. */
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
