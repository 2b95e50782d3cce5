/**
 * The whole ledger as of a position (included), in tenths of a point, counted independently: by days of the daily book
 * here, by accounts in accounts-as-of.ts. An event that one table missed, doubled or misplaced makes them differ.
 */
import type { Queryable } from '#platform/postgres/postgres.ts'
import { movedUpTo } from './moved-up-to.ts'

export type Sheet = {
  businessId: number
  issuedTenths: number
  voidedTenths: number
  redeemedTenths: number
  refundedTenths: number
  forfeitedTenths: number
}

export async function sheetThen(db: Queryable, position: string): Promise<Sheet[]> {
  const { rows } = await db.query<Sheet>(
    `SELECT business_id AS "businessId", sum(awarded_tenths)::int8 AS "issuedTenths", sum(voided_tenths)::int8 AS "voidedTenths",
       sum(redeemed_tenths)::int8 AS "redeemedTenths", sum(returned_tenths)::int8 AS "refundedTenths", sum(forfeited_tenths)::int8 AS "forfeitedTenths"
     FROM (${movedUpTo('$1::bigint')}) AS moved GROUP BY business_id ORDER BY business_id`,
    [position],
  )
  return rows
}
