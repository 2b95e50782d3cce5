/** The page of buyers by their purchases. Orders in memory, as the buyers' table does by points. */
import type { Queryable } from '#platform/postgres/postgres.ts'
import { codeSpan } from '../code-span.ts'
import type { Row } from '../runtime/generations/table.ts'
import { visitsTable } from './table.ts'

export type VisitsSort = 'last' | 'first' | 'visits' | 'spent'
export type VisitsOrder = { sort: VisitsSort; order: 'asc' | 'desc' }

/** `code`: '' for a buyer who left. */
export type VisitsLine = Pick<
  Row<typeof visitsTable.columns>,
  'buyerId' | 'visits' | 'spentAmd' | 'firstAt' | 'lastAt'
> & { code: string; balanceTenths: number }
export type VisitsPage = { lines: VisitsLine[]; next: string | undefined }

/** Microseconds, or -1 without a purchase. */
const momentKey = (column: string): string => `coalesce((extract(epoch FROM visit.${column}) * 1000000)::bigint, -1)`
const KEYS: Record<VisitsSort, string> = {
  last: momentKey('last_at'),
  first: momentKey('first_at'),
  visits: 'visit.visits::bigint',
  spent: 'visit.spent_amd',
}
const LINE = visitsTable.select(['buyerId', 'visits', 'spentAmd', 'firstAt', 'lastAt'], 'visit')

/** `cursor` is `next` of the previous page in the same order. Returns undefined for an invalid cursor. */
export async function visitsPage(
  db: Queryable,
  businessId: number,
  { sort, order, limit, codePrefix, cursor }: VisitsOrder & { limit: number; codePrefix: string; cursor?: string },
): Promise<VisitsPage | undefined> {
  const after = cursor === undefined ? undefined : /^(-1|\d{1,16})\.([1-9]\d{0,8})$/.exec(cursor)
  if (after === null) return undefined
  const span = codePrefix === '' ? undefined : codeSpan(codePrefix)
  if (codePrefix !== '' && !span) return { lines: [], next: undefined }
  const values: unknown[] = [businessId, limit + 1]
  const place = (value: unknown): string => `$${values.push(value)}`
  const key = KEYS[sort]
  const beyond = after
    ? `AND (${key}, visit.buyer_id) ${order === 'asc' ? '>' : '<'} (${place(after[1])}::bigint, ${place(after[2])}::int)`
    : ''
  const inSpan = span
    ? `AND visit.buyer_id IN (SELECT id FROM users WHERE buyer_code BETWEEN ${place(span.from)} AND ${place(span.to)} UNION ALL SELECT id FROM cards WHERE code BETWEEN ${place(span.from)} AND ${place(span.to)})`
    : ''
  const { rows } = await db.query<VisitsLine & { key: string }>(
    `SELECT ${LINE}, visit.key::text AS key, account.balance_tenths AS "balanceTenths", coalesce(person.buyer_code, card.code, '') AS code
     FROM (
       SELECT visit.*, ${key} AS key FROM read.buyer_visits AS visit
       WHERE visit.business_id = $1 AND NOT visit.closed ${inSpan} ${beyond}
       ORDER BY key ${order}, visit.buyer_id ${order} LIMIT $2
     ) AS visit
     JOIN read.account_balances AS account ON account.business_id = $1 AND account.buyer_id = visit.buyer_id
     LEFT JOIN users AS person ON person.id = visit.buyer_id
     LEFT JOIN cards AS card ON card.id = visit.buyer_id
     ORDER BY visit.key ${order}, visit.buyer_id ${order}`,
    values,
  )
  const lines = rows.slice(0, limit)
  const last = lines.at(-1)
  return {
    lines: lines.map(({ key: _key, ...line }) => line),
    next: rows.length > limit && last ? `${last.key}.${last.buyerId}` : undefined,
  }
}
