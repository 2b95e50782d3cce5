/**
 * The buyers' table of a business: in three orders, by the beginning of a code, a page after the other. The code is an ordinary row and
 * joined while reading. Sorted in memory: an index on balances would make every award write it, and twenty thousand rows take
 * milliseconds.
 */
import type { Queryable } from '#platform/postgres.ts'

export type BuyerLine = { buyerId: number; balanceTenths: number; code: string }
export type BuyersPage = { lines: BuyerLine[]; /** Undefined on the last page. */ next: string | undefined }
export type BuyersOrder = { sort: 'id' | 'code' | 'points'; order: 'asc' | 'desc' }

const KEYS = { id: 'account.buyer_id', code: `coalesce(person.buyer_code, '')`, points: 'account.balance_tenths' } as const
const TYPES = { id: 'bigint', code: 'text', points: 'bigint' } as const

/** `cursor` is the `next` of the page before, in the same order. Undefined where it is none of ours. */
export async function buyersPage(
  db: Queryable,
  businessId: number,
  { sort, order, limit, codePrefix = '', cursor }: BuyersOrder & { limit: number; codePrefix?: string; cursor?: string },
): Promise<BuyersPage | undefined> {
  const after = cursor === undefined ? undefined : parseCursor(cursor, sort)
  if (cursor !== undefined && !after) return undefined
  const direction = order === 'asc' ? 'ASC' : 'DESC'
  const { rows } = await db.query<BuyerLine>({
    name: `buyers-page-${sort}-${order}-${after ? 'next' : 'first'}`,
    text: `
      SELECT account.buyer_id AS "buyerId", account.balance_tenths AS "balanceTenths", coalesce(person.buyer_code, '') AS code
      FROM read.account_balances AS account LEFT JOIN users AS person ON person.id = account.buyer_id
      WHERE account.business_id = $1 AND NOT account.closed AND ($3 = '' OR starts_with(person.buyer_code, $3))
        ${after ? `AND (${KEYS[sort]}, account.buyer_id) ${order === 'asc' ? '>' : '<'} ($4::${TYPES[sort]}, $5::int)` : ''}
      ORDER BY ${KEYS[sort]} ${direction}, account.buyer_id ${direction} LIMIT $2`,
    values: [businessId, limit + 1, codePrefix, ...(after ? [after.key, after.id] : [])],
  })
  const lines = rows.slice(0, limit)
  const last = lines.at(-1)
  return { lines, next: rows.length > limit && last ? `${keyOf(last, sort)}.${last.buyerId}` : undefined }
}

function keyOf(line: BuyerLine, sort: BuyersOrder['sort']): string {
  return sort === 'code' ? line.code : String(sort === 'id' ? line.buyerId : line.balanceTenths)
}

function parseCursor(cursor: string, sort: BuyersOrder['sort']): { key: string; id: string } | undefined {
  const match = /^([A-Z0-9]*)\.([1-9]\d{0,8})$/.exec(cursor)
  if (!match) return undefined
  const [, key = '', id = ''] = match
  return sort === 'code' || /^\d{1,15}$/.test(key) ? { key, id } : undefined
}
