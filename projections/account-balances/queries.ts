import type { Queryable } from '#platform/postgres/postgres.ts'
import type { RowOf } from '../runtime/generations/table.ts'
import { balancesTable } from './table.ts'

const ofBuyer = balancesTable.select(['businessId', 'balanceTenths'])
const ofBusiness = balancesTable.select(['buyerId', 'balanceTenths', 'closed'])

export type BusinessBalance = RowOf<typeof ofBuyer>

/** Every open account of a buyer, including balances of 0 (H7), by descending points. */
export async function balancesOfBuyer(db: Queryable, buyerId: number): Promise<BusinessBalance[]> {
  const { rows } = await db.query<BusinessBalance>({
    name: 'balances-of-buyer',
    text: `
      SELECT ${ofBuyer} FROM read.account_balances WHERE buyer_id = $1 AND NOT closed ORDER BY balance_tenths DESC, business_id`,
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
  const { rows } = await db.query<RowOf<typeof ofBusiness>>({
    name: 'balances-of-buyers',
    text: `
      SELECT ${ofBusiness} FROM read.account_balances WHERE business_id = $1 AND buyer_id = ANY($2)`,
    values: [businessId, buyerIds],
  })
  return new Map(rows.map(({ buyerId, ...account }) => [buyerId, account]))
}

/** Where a card has an account, closed ones included. */
export async function businessesOfCard(db: Queryable, cardId: number): Promise<number[]> {
  const { rows } = await db.query<{ businessId: number }>(
    'SELECT business_id AS "businessId" FROM read.account_balances WHERE buyer_id = $1 ORDER BY business_id',
    [cardId],
  )
  return rows.map(({ businessId }) => businessId)
}
