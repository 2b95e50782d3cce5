/**
 * The whole ledger as of a position (included), counted in two ways. Points in tenths.
 *
 * The sheet adds up what events moved by business and day: whole days as their book has them, and line by line the day that goes on behind the
 * position. The balances are added up by account: what an account has come to, or where it has moved since, the balance on its last line before.
 * No figure of the one is made of a figure of the other: an event that one of the tables missed, counted twice or counted at another business
 * leaves them apart. Whether each line is what its event says is another question, which the self-check asks.
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

/** One row per business at which anything had moved. */
export async function sheetThen(db: Queryable, position: string): Promise<Sheet[]> {
  const { rows } = await db.query<Sheet>(
    `SELECT business_id AS "businessId", sum(awarded_tenths)::int8 AS "issuedTenths", sum(voided_tenths)::int8 AS "voidedTenths",
       sum(redeemed_tenths)::int8 AS "redeemedTenths", sum(returned_tenths)::int8 AS "refundedTenths", sum(forfeited_tenths)::int8 AS "forfeitedTenths"
     FROM (${movedUpTo('$1::bigint')}) AS moved GROUP BY business_id ORDER BY business_id`,
    [position],
  )
  return rows
}
