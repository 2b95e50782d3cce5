/** The administrators' table of businesses (H30). */
import type { AdminBusinessRow, BusinessSort, RiskMark } from '#contracts/calls/staff/admin.ts'
import { numberIn } from '#contracts/units/ids.ts'
import type { Plan } from '#contracts/pages/plans.ts'
import type { BusinessStatus } from '#contracts/calls/account/session.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'
import { containing, isNamedLike, nameWordsIn } from '#platform/postgres/sql-text.ts'
import { COLUMNS } from './admin-list.ts'

/** A part of an order has an index of its own, so that a page reads about as many rows as it shows. */
type Part = { condition: string; keys: readonly string[] }

const ALL = 'true'
const SILENT: Part = {
  condition:
    'NOT EXISTS (SELECT FROM read.business_stats a WHERE a.business_id = p.user_id AND a.last_day IS NOT NULL)',
  keys: ['p.user_id'],
}
const ACTIVE: Part = { condition: 's.last_day IS NOT NULL', keys: ['s.last_day', 's.business_id'] }
/** Ascending. No index holds both parts of the activity, because the silent may have no row of statistics. */
const PARTS: Record<BusinessSort, readonly Part[]> = {
  number: [{ condition: ALL, keys: ['p.user_id'] }],
  name: [{ condition: ALL, keys: ['lower(p.business_name)', 'p.user_id'] }],
  activity: [SILENT, ACTIVE],
}
const PROFILES = 'business_profiles p LEFT JOIN read.business_stats s ON s.business_id = p.user_id'
const WITH_OWNERS = `${PROFILES} JOIN users u ON u.id = p.user_id`

/** In ASCII. */
const OTHER_TEXTS = `lower(concat_ws(E'\\n', p.slug, u.email, u.tax_id) COLLATE "C")`

/** Meanings: `riskMarkSchema`. */
const MARKS: Record<RiskMark, string> = {
  differs: 'EXISTS (SELECT FROM check_findings f WHERE f.business_id = p.user_id AND f.cleared_at IS NULL)',
  overdue: `EXISTS (SELECT FROM invoices i WHERE i.business_id = p.user_id AND i.state = 'open' AND i.kind = 'charge' AND i.due_at < $1)`,
  unverified: 'NOT u.email_verified',
}
const SHOWN = `${COLUMNS}, to_char(s.last_day, 'YYYY-MM-DD') AS "lastActivity",
  array_remove(ARRAY[${Object.entries(MARKS).map(([name, condition]) => `CASE WHEN ${condition} THEN '${name}' END`)}], NULL) AS marks`

export type BusinessSearch = {
  search?: string | undefined
  status?: BusinessStatus | undefined
  plan?: Plan | undefined
  sort: BusinessSort
  direction: 'asc' | 'desc'
  after?: number | undefined
  limit: number
}

/** In the wanted order, after the business `after`, wherever that stands now. */
export async function searchBusinesses(
  db: Queryable,
  { sort, direction, after, limit, ...wanted }: BusinessSearch,
  now: Date,
): Promise<AdminBusinessRow[]> {
  const parts = direction === 'asc' ? PARTS[sort] : PARTS[sort].toReversed()
  const found: AdminBusinessRow[] = []
  let place = after === undefined ? undefined : await placeOf(db, parts, after)
  if (after !== undefined && place === undefined) return []
  for (const part of parts.slice(place?.part)) {
    found.push(
      ...(await rowsOf(db, part, direction, { ...wanted, after: place?.keys, limit: limit - found.length }, now)),
    )
    if (found.length >= limit) break
    place = undefined
  }
  return found
}

type Place = { part: number; keys: string[] }

async function placeOf(db: Queryable, parts: readonly Part[], id: number): Promise<Place | undefined> {
  for (const [part, { condition, keys }] of parts.entries()) {
    const { rows } = await db.query<{ keys: string[] }>(
      `SELECT ARRAY[${keys.map((key) => `${key}::text`)}] AS keys FROM ${PROFILES} WHERE p.user_id = $1 AND ${condition}`,
      [id],
    )
    if (rows[0]) return { part, keys: rows[0].keys }
  }
  return undefined
}

async function rowsOf(
  db: Queryable,
  { condition, keys }: Part,
  direction: 'asc' | 'desc',
  {
    search,
    status,
    plan,
    after,
    limit,
  }: Pick<BusinessSearch, 'search' | 'status' | 'plan' | 'limit'> & { after: string[] | undefined },
  now: Date,
): Promise<AdminBusinessRow[]> {
  const values: unknown[] = [now]
  const value = (given: unknown) => `$${values.push(given)}`
  const conditions = [condition]
  if (status !== undefined) conditions.push(`p.status = ${value(status)}`)
  if (plan !== undefined) conditions.push(`p.subscription_plan = ${value(plan)}`)
  if (after !== undefined)
    conditions.push(`(${keys.join(', ')}) ${direction === 'asc' ? '>' : '<'} (${after.map(value).join(', ')})`)
  if (search) {
    const everyWord = nameWordsIn(search).map(
      ({ pattern, written }) =>
        `(${isNamedLike('p.business_name', value(pattern))} OR ${OTHER_TEXTS} LIKE ${value(containing(written))})`,
    )
    conditions.push(`((${everyWord.join(' AND ')}) OR p.user_id = ${value(numberIn(search) ?? null)}::int)`)
  }
  const order = `ORDER BY ${keys.map((key) => `${key} ${direction}`).join(', ')}`
  // The owners' rows are joined to the page alone: otherwise PostgreSQL may merge both tables from their start.
  const { rows } = await db.query<AdminBusinessRow>(
    `WITH page AS MATERIALIZED (
       SELECT p.user_id FROM ${search ? WITH_OWNERS : PROFILES} WHERE ${conditions.join(' AND ')} ${order} LIMIT ${value(limit)})
     SELECT ${SHOWN} FROM page JOIN (${WITH_OWNERS}) ON p.user_id = page.user_id ${order}`,
    values,
  )
  return rows
}
