/**
 * The paged buyers' table of a business. Ordering by points sorts all accounts in memory, because an index on balances
 * would slow every award.
 */
import type { Queryable } from '#platform/postgres/postgres.ts'
import { codeSpan } from '../code-span.ts'
import type { BuyerLine, BuyersOrder, LastLine, LinesWanted } from './buyer-lines.ts'
import { linesAlongCodes, walksAlongCodes } from './buyers-by-code.ts'
import { balancesTable } from './table.ts'

export type BuyersPage = { lines: BuyerLine[]; next: string | undefined }

const KEYS = {
  id: 'account.buyer_id',
  code: `coalesce(person.buyer_code, card.code, '')`,
  points: 'account.balance_tenths',
} as const
const LINE = balancesTable.select(['buyerId', 'balanceTenths'], 'account')
const TYPES = { id: 'bigint', code: 'text', points: 'bigint' } as const

/** `cursor` is `next` of the previous page in the same order. Returns undefined for an invalid cursor. */
export async function buyersPage(
  db: Queryable,
  businessId: number,
  {
    sort,
    order,
    limit,
    codePrefix = '',
    cursor,
  }: BuyersOrder & { limit: number; codePrefix?: string; cursor?: string },
): Promise<BuyersPage | undefined> {
  const after = cursor === undefined ? undefined : parseCursor(cursor, sort)
  if (cursor !== undefined && !after) return undefined
  const span = codePrefix === '' ? undefined : codeSpan(codePrefix)
  if (codePrefix !== '' && !span) return { lines: [], next: undefined }
  const rows = await readLines(db, businessId, { sort, order, atMost: limit + 1, span, after })
  const lines = rows.slice(0, limit)
  const last = lines.at(-1)
  return { lines, next: rows.length > limit && last ? `${keyOf(last, sort)}.${last.buyerId}` : undefined }
}

/** Unnamed statements with only the conditions in use, so that each is planned for its search. */
async function readLines(db: Queryable, businessId: number, wanted: LinesWanted): Promise<BuyerLine[]> {
  if (wanted.sort === 'code' && (await walksAlongCodes(db, businessId, wanted)))
    return linesAlongCodes(db, businessId, wanted)
  const { sort, order, atMost, span, after } = wanted
  const values: unknown[] = [businessId, atMost]
  const place = (value: unknown): string => `$${values.push(value)}`
  const sign = order === 'asc' ? '>' : '<'
  const beyond = after
    ? `AND (${KEYS[sort]}, account.buyer_id) ${sign} (${place(after.key)}::${TYPES[sort]}, ${place(after.id)}::int)`
    : ''
  const inOrder = `ORDER BY ${KEYS[sort]} ${order}, account.buyer_id ${order} LIMIT $2`
  const ofBusiness = `account.business_id = $1 AND NOT account.closed`
  const ofCodes = (from: string, to: string) => `AND account.buyer_id IN (
    SELECT id FROM users WHERE buyer_code BETWEEN ${from} AND ${to}
    UNION ALL SELECT id FROM cards WHERE code BETWEEN ${from} AND ${to})`
  const [accounts, where] =
    span || sort === 'code'
      ? [
          'read.account_balances',
          `WHERE ${ofBusiness} ${span ? ofCodes(place(span.from), place(span.to)) : ''} ${beyond}`,
        ]
      : [
          `(SELECT buyer_id, balance_tenths FROM read.account_balances AS account WHERE ${ofBusiness} ${beyond} ${inOrder})`,
          '',
        ]
  const { rows } = await db.query<BuyerLine>(
    `SELECT ${LINE}, coalesce(person.buyer_code, card.code, '') AS code
     FROM ${accounts} AS account LEFT JOIN users AS person ON person.id = account.buyer_id
       LEFT JOIN cards AS card ON card.id = account.buyer_id ${where} ${inOrder}`,
    values,
  )
  return rows
}

function keyOf(line: BuyerLine, sort: BuyersOrder['sort']): string {
  return sort === 'code' ? line.code : String(sort === 'id' ? line.buyerId : line.balanceTenths)
}

function parseCursor(cursor: string, sort: BuyersOrder['sort']): LastLine | undefined {
  const match = /^([A-Z0-9]*)\.([1-9]\d{0,8})$/.exec(cursor)
  if (!match) return undefined
  const [, key = '', id = ''] = match
  return sort === 'code' || /^\d{1,15}$/.test(key) ? { key, id } : undefined
}
