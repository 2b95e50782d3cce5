/**
 * Pages through accounts by key, at a cost independent of the table size. Includes accounts without a balance row if
 * they were checked before or have movements.
 */
import type { Queryable } from '#platform/postgres/postgres.ts'
import { byAccount } from '../runtime/generations/read-model.ts'

export type Account = { businessId: number; buyerId: number }

export const BEFORE_ALL: Account = { businessId: 0, buyerId: 0 }

const NEXT = '(SELECT business_id, buyer_id FROM'
const AFTER = 'WHERE (business_id, buyer_id) > ($1::int, $2::int) ORDER BY business_id, buyer_id LIMIT $3)'

/** Skips from account to account, so that most movements are not read. */
const OF_LINES = `(
  WITH RECURSIVE line AS (
    (SELECT business_id, buyer_id, 1 AS number FROM read.movements WHERE (business_id, buyer_id) > ($1::int, $2::int) ORDER BY business_id, buyer_id LIMIT 1)
    UNION ALL
    SELECT later.business_id, later.buyer_id, line.number + 1 FROM line CROSS JOIN LATERAL (
      SELECT business_id, buyer_id FROM read.movements AS next WHERE (next.business_id, next.buyer_id) > (line.business_id, line.buyer_id)
      ORDER BY business_id, buyer_id LIMIT 1
    ) AS later WHERE line.number < $3
  ) SELECT business_id, buyer_id FROM line)`

/** At most `limit` accounts after `after`. `byLines`: also accounts that have only movements left. */
export async function accountsAfter(
  db: Queryable,
  after: Account,
  limit: number,
  { byLines }: { byLines: boolean },
): Promise<Account[]> {
  const { rows } = await db.query<Account>(
    `SELECT business_id AS "businessId", buyer_id AS "buyerId" FROM (
       ${NEXT} read.account_balances ${AFTER} UNION ${NEXT} account_checks ${AFTER} ${byLines ? `UNION ${OF_LINES}` : ''}
     ) AS account ORDER BY business_id, buyer_id LIMIT $3`,
    [after.businessId, after.buyerId, limit],
  )
  return rows
}

/** At most `limit` accounts after `after`, wrapping to the first; each once. */
export async function accountsRound(db: Queryable, after: Account, limit: number): Promise<Account[]> {
  const later = await accountsAfter(db, after, limit, { byLines: false })
  if (later.length === limit) return later
  const first = await accountsAfter(db, BEFORE_ALL, limit - later.length, { byLines: false })
  return [...later, ...first.filter((account) => byAccount(account, after) <= 0)]
}

export async function anyPlace(db: Queryable): Promise<Account> {
  // Each subquery is one index lookup.
  const { rows } = await db.query<Record<'firstBusiness' | 'lastBusiness' | 'firstBuyer' | 'lastBuyer', number | null>>(
    `SELECT (SELECT min(business_id) FROM read.account_balances) AS "firstBusiness", (SELECT max(business_id) FROM read.account_balances) AS "lastBusiness",
       (SELECT min(buyer_id) FROM read.account_balances) AS "firstBuyer", (SELECT max(buyer_id) FROM read.account_balances) AS "lastBuyer"`,
  )
  const { firstBusiness, lastBusiness, firstBuyer, lastBuyer } = rows[0]!
  const between = (first: number | null, last: number | null) =>
    (first ?? 0) + Math.floor(Math.random() * ((last ?? 0) - (first ?? 0) + 1))
  return { businessId: between(firstBusiness, lastBusiness), buyerId: between(firstBuyer, lastBuyer) - 1 }
}
