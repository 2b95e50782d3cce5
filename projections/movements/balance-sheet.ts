/**
 * The whole ledger as of a position (included), counted in two ways. Points in tenths.
 *
 * The sheet adds up what events moved by business and day: whole days as their book has them, and line by line the day that goes on behind the
 * position. The balances are added up by account: what an account has come to, or where it has moved since, the balance on its last line before.
 * No figure of the one is made of a figure of the other: an event that one of the tables missed, counted twice or counted at another business
 * leaves them apart. Whether each line is what its event says is another question, which the self-check asks.
 */
import type { Queryable } from '#platform/postgres.ts'
import { movedUpTo } from './moved-up-to.ts'

export type Sheet = {
  businessId: number | null
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

export type Balances = { sumTenths: number; accounts: number; openAccounts: number }

/** At once, so that no statement takes longer than it may, however many accounts there are. */
const ACCOUNTS_AT_ONCE = 20_000

/** The balances of all accounts that there were. All steps must see one state of the tables, so `db` is a transaction's. */
export async function lastBalancesThen(db: Queryable, position: string, { accountsAtOnce = ACCOUNTS_AT_ONCE } = {}): Promise<Balances> {
  const total: Balances = { sumTenths: 0, accounts: 0, openAccounts: 0 }
  for (let after = [-1, -1]; ; ) {
    const { last, looked, ...page } = await balancesOfPage(db, position, after, accountsAtOnce)
    total.sumTenths += page.sumTenths
    total.accounts += page.accounts
    total.openAccounts += page.openAccounts
    if (looked < accountsAtOnce || last === null) return total
    after = last
  }
}

/** An account whose last event stands up to the position was what it is. `last`: the business and the buyer of the last account that was looked at. */
async function balancesOfPage(db: Queryable, position: string, after: number[], limit: number): Promise<Balances & { looked: number; last: number[] | null }> {
  const { rows } = await db.query<Balances & { looked: number; last: number[] | null }>(
    `WITH account AS MATERIALIZED (
       SELECT business_id, buyer_id, balance_tenths, closed, position FROM read.account_balances
       WHERE (business_id, buyer_id) > ($2::int, $3::int) ORDER BY business_id, buyer_id LIMIT $4
     )
     SELECT coalesce(sum(stood.balance_tenths), 0)::int8 AS "sumTenths", count(stood.closed) AS accounts, count(*) FILTER (WHERE NOT stood.closed) AS "openAccounts",
       (SELECT count(*) FROM account) AS looked,
       (SELECT ARRAY[business_id, buyer_id] FROM account ORDER BY business_id DESC, buyer_id DESC LIMIT 1) AS last
     FROM account LEFT JOIN LATERAL (
       SELECT account.balance_tenths, account.closed WHERE account.position <= $1::bigint
       UNION ALL
       (SELECT line.balance_tenths, line.type = 'AccountClosed' FROM read.movements AS line
        WHERE account.position > $1::bigint AND line.business_id = account.business_id AND line.buyer_id = account.buyer_id AND line.position <= $1::bigint
        ORDER BY line.position DESC LIMIT 1)
     ) AS stood ON true`,
    [position, ...after, limit],
  )
  return rows[0]!
}
