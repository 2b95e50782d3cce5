/**
 * Buyers of a business ordered by code. Sorting suits small businesses; for large ones, walking the index of all codes
 * finds a page sooner.
 */
import type { Queryable } from '#platform/postgres/postgres.ts'
import type { CodeSpan } from '../code-span.ts'
import type { BuyerLine, LinesWanted } from './buyer-lines.ts'

const LETTERS = 26
const DIGITS = 10

/** The fraction of all possible codes within the span. */
function partOf({ from, to }: CodeSpan): number {
  return Array.from(from).reduce((part, sign, at) => (sign === to[at] ? part / (at < 2 ? LETTERS : DIGITS) : part), 1)
}

/**
 * True if walking the index meets fewer people than the business has accounts. Assumes random codes; false until
 * PostgreSQL has statistics on people.
 */
export async function walksAlongCodes(
  db: Queryable,
  businessId: number,
  { atMost, span }: LinesWanted,
): Promise<boolean> {
  const { rows } = await db.query<{ accounts: number; people: number }>({
    name: 'accounts-among-people',
    text: `
      SELECT buyers AS accounts, (SELECT reltuples FROM pg_class WHERE oid = 'users'::regclass)::float8 AS people
      FROM read.business_stats WHERE business_id = $1`,
    values: [businessId],
  })
  const { accounts = 0, people = 0 } = rows[0] ?? {}
  if (accounts <= 0 || people <= 0) return false
  const inSpan = people * (span ? partOf(span) : 1)
  return Math.min(inSpan, (atMost * people) / accounts) < accounts
}

/**
 * People and cards. Buyers who left have no code (H25), sort before all codes and are looked up separately. `OFFSET 0`
 * keeps the planner from reading every account first.
 */
export async function linesAlongCodes(
  db: Queryable,
  businessId: number,
  { order, atMost, span, after }: LinesWanted,
): Promise<BuyerLine[]> {
  const values: unknown[] = [businessId, atMost]
  const place = (value: unknown): string => `$${values.push(value)}`
  const sign = order === 'asc' ? '>' : '<'
  const lines = (people: string, code: string, by: string, from = 'users') => `
    (SELECT person.id AS "buyerId", account.balance_tenths AS "balanceTenths", ${code} AS code
     FROM ${from} AS person CROSS JOIN LATERAL (
       SELECT balance_tenths FROM read.account_balances WHERE business_id = $1 AND buyer_id = person.id AND NOT closed OFFSET 0
     ) AS account
     WHERE ${people} ORDER BY person.${by} ${order} LIMIT $2)`

  const parts: string[] = []
  if (!span && (order === 'desc' || !after?.key)) {
    const beyond = after?.key === '' ? `AND person.id ${sign} ${place(after.id)}::int` : ''
    parts.push(lines(`role = 'buyer' AND buyer_code IS NULL ${beyond}`, `''`, 'id'))
  }
  if (order === 'asc' || after?.key !== '') {
    const { from, to } = span ?? { from: 'AA0000', to: 'ZZ9999' }
    const ends = `BETWEEN ${place(from)} AND ${place(to)}`
    const key = after?.key ? place(after.key) : undefined
    const lastId = key === undefined ? undefined : place(after?.id)
    const coded = (code: string, table: string) => {
      const beyond =
        key === undefined ? '' : `AND ${code} ${sign}= ${key} AND (${code}, person.id) ${sign} (${key}, ${lastId}::int)`
      return lines(`${code} ${ends} ${beyond}`, `person.${code}`, code, table)
    }
    parts.push(coded('buyer_code', 'users'), coded('code', 'cards'))
  }
  if (parts.length === 0) return []
  const { rows } = await db.query<BuyerLine>(
    `SELECT * FROM (${parts.join(' UNION ALL ')}) AS line ORDER BY code ${order}, "buyerId" ${order} LIMIT $2`,
    values,
  )
  return rows
}
