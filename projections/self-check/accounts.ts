/**
 * Which accounts are looked at: in the order of their keys, page by page, so that a page costs as much as it holds, however large the tables
 * are. Accounts whose rows are gone are among them: they were checked before or, at night, have lines still.
 */
import type { Queryable } from '#platform/postgres/postgres.ts'
import { byAccount } from '../runtime/generations/read-model.ts'

export type Account = { businessId: number; buyerId: number }

export const BEFORE_ALL: Account = { businessId: 0, buyerId: 0 }

const NEXT = '(SELECT business_id, buyer_id FROM'
const AFTER = 'WHERE (business_id, buyer_id) > ($1::int, $2::int) ORDER BY business_id, buyer_id LIMIT $3)'

/** The accounts of the lines, from one to the next: most lines are of an account that is found already, and are not read. */
const OF_LINES = `(
  WITH RECURSIVE line AS (
    (SELECT business_id, buyer_id, 1 AS number FROM read.movements WHERE (business_id, buyer_id) > ($1::int, $2::int) ORDER BY business_id, buyer_id LIMIT 1)
    UNION ALL
    SELECT later.business_id, later.buyer_id, line.number + 1 FROM line CROSS JOIN LATERAL (
      SELECT business_id, buyer_id FROM read.movements AS next WHERE (next.business_id, next.buyer_id) > (line.business_id, line.buyer_id)
      ORDER BY business_id, buyer_id LIMIT 1
    ) AS later WHERE line.number < $3
  ) SELECT business_id, buyer_id FROM line)`

/** The next ones behind `after`, at most `limit`. `byLines`: also those of which nothing is left but lines. */
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

/** The next ones behind `after` and, behind the last, from the first on; each once, and all where there are no more than `limit`. */
export async function accountsRound(db: Queryable, after: Account, limit: number): Promise<Account[]> {
  const later = await accountsAfter(db, after, limit, { byLines: false })
  if (later.length === limit) return later
  const first = await accountsAfter(db, BEFORE_ALL, limit - later.length, { byLines: false })
  return [...later, ...first.filter((account) => byAccount(account, after) <= 0)]
}

/** A place among the keys by lot. Before any account is there it is the beginning. */
export async function anyPlace(db: Queryable): Promise<Account> {
  // Each is one step into an index.
  const { rows } = await db.query<Record<'firstBusiness' | 'lastBusiness' | 'firstBuyer' | 'lastBuyer', number | null>>(
    `SELECT (SELECT min(business_id) FROM read.account_balances) AS "firstBusiness", (SELECT max(business_id) FROM read.account_balances) AS "lastBusiness",
       (SELECT min(buyer_id) FROM read.account_balances) AS "firstBuyer", (SELECT max(buyer_id) FROM read.account_balances) AS "lastBuyer"`,
  )
  const { firstBusiness, lastBusiness, firstBuyer, lastBuyer } = rows[0]!
  const between = (first: number | null, last: number | null) =>
    (first ?? 0) + Math.floor(Math.random() * ((last ?? 0) - (first ?? 0) + 1))
  return { businessId: between(firstBusiness, lastBusiness), buyerId: between(firstBuyer, lastBuyer) - 1 }
}
