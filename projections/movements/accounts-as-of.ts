/**
 * Balances of all accounts as of a position (included). Past states no longer change, so the pages need no common
 * snapshot.
 */
import { INTEGER_MAX } from '#contracts/units/numbers.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'

/** In tenths of a point. An account counts from its first event. */
export type Balances = { sumTenths: number; accounts: number; openAccounts: number }

/** Accounts per statement, to stay within the statement timeout. */
const ACCOUNTS_AT_ONCE = 20_000

export async function lastBalancesThen(
  db: Queryable,
  position: string,
  { businessId, accountsAtOnce = ACCOUNTS_AT_ONCE }: { businessId?: number; accountsAtOnce?: number } = {},
): Promise<Balances> {
  const total: Balances = { sumTenths: 0, accounts: 0, openAccounts: 0 }
  for (let after = [businessId ?? -1, -1]; ;) {
    const { last, looked, ...page } = await balancesOfPage(db, position, {
      after,
      lastBusiness: businessId ?? INTEGER_MAX,
      limit: accountsAtOnce,
    })
    total.sumTenths += page.sumTenths
    total.accounts += page.accounts
    total.openAccounts += page.openAccounts
    if (looked < accountsAtOnce || last === null) return total
    after = last
  }
}

type Page = Balances & { looked: number; last: number[] | null }

/** `after` and `last`: business and buyer of the previous and the current page's last account. */
async function balancesOfPage(
  db: Queryable,
  position: string,
  { after, lastBusiness, limit }: { after: number[]; lastBusiness: number; limit: number },
): Promise<Page> {
  const { rows } = await db.query<Page>(
    `WITH account AS MATERIALIZED (
       SELECT business_id, buyer_id, balance_tenths, closed, position FROM read.account_balances
       WHERE (business_id, buyer_id) > ($2::int, $3::int) AND business_id <= $4 ORDER BY business_id, buyer_id LIMIT $5
     )
     SELECT coalesce(sum(stood.balance_tenths), 0)::int8 AS "sumTenths", count(stood.closed) AS accounts, count(*) FILTER (WHERE NOT stood.closed) AS "openAccounts",
       (SELECT count(*) FROM account) AS looked,
       (SELECT ARRAY[business_id, buyer_id] FROM account ORDER BY business_id DESC, buyer_id DESC LIMIT 1) AS last
     FROM account LEFT JOIN LATERAL (
       SELECT account.balance_tenths, account.closed WHERE account.position <= $1::bigint
       UNION ALL
       (SELECT line.balance_tenths, line.type IN ('AccountClosed', 'PointsMergedOut') FROM read.movements AS line
        WHERE account.position > $1::bigint AND line.business_id = account.business_id AND line.buyer_id = account.buyer_id AND line.position <= $1::bigint
        ORDER BY line.position DESC LIMIT 1)
     ) AS stood ON true`,
    [position, ...after, lastBusiness, limit],
  )
  return rows[0]!
}
