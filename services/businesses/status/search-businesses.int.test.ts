import { describe, expect, it } from 'vitest'
import { businessSortSchema } from '#contracts/calls/staff/admin.ts'
import { countingRows } from '../../../infra/testing/rows-read.ts'
import { testDatabase } from '../../../infra/testing/servers/test-database.ts'
import { searchBusinesses, type BusinessSearch } from './search-businesses.ts'

const { pool } = await testDatabase()

const SHOPS = 20_000
const PAGE = 20
/** Of all tables; a page without a filter needs its rows from three. */
const ROWS_FOR_A_PAGE = 1_000

await pool.query(
  `INSERT INTO users (id, email, password, role, first_name, last_name, email_verified)
   SELECT n, 'shop-' || n || '@hatik.test', '!', 'business', 'Անի', 'Սարգսյան', true FROM generate_series(1, $1::int) AS n`,
  [SHOPS],
)
await pool.query(
  `INSERT INTO business_profiles (user_id, business_name, slug, status)
   SELECT n, CASE n % 3 WHEN 0 THEN 'Kofe ' WHEN 1 THEN 'ԲԱՐԵՎ ' ELSE 'apteka ' END || n * 7919 % 1000, 'shop-' || n, CASE n % 4 WHEN 0 THEN 'suspended' ELSE 'active' END
   FROM generate_series(1, $1::int) AS n`,
  [SHOPS],
)
// A fifth has no act yet, and half of these have a row of totals, as after an account that was closed.
await pool.query(
  `INSERT INTO read.business_stats SELECT n, 0, 0, 0, 0, 0, CASE WHEN n % 5 > 0 THEN date '2026-01-01' + n % 300 END
   FROM generate_series(1, $1::int) AS n WHERE n % 10 > 0`,
  [SHOPS],
)
await pool.query('VACUUM ANALYZE')

async function readBy(search: BusinessSearch): Promise<number> {
  const { db, read } = countingRows(pool)
  expect(await searchBusinesses(db, search, new Date())).toHaveLength(search.limit)
  return read()
}

/** All ids, in pages. */
async function listed(search: Omit<BusinessSearch, 'limit'>): Promise<number[]> {
  const ids: number[] = []
  for (;;) {
    const page = await searchBusinesses(pool, { ...search, after: ids.at(-1), limit: 5_000 }, new Date())
    ids.push(...page.map(({ id }) => id))
    if (page.length < 5_000) return ids
  }
}

const ORDERS = {
  number: ['user_id'],
  name: ['lower(business_name)', 'user_id'],
  activity: [`coalesce(last_day, '-infinity')`, 'user_id'],
}
const cases = businessSortSchema.options.flatMap((sort) =>
  (['asc', 'desc'] as const).flatMap((direction) =>
    ([undefined, 'active', 'suspended'] as const).map((status) => ({ sort, direction, status })),
  ),
)

/** By one plain statement. */
async function sorted({ sort, direction, status }: (typeof cases)[number]): Promise<number[]> {
  const order = ORDERS[sort].map((key) => `${key} ${direction}`).join(', ')
  const { rows } = await pool.query<{ id: number }>(
    `SELECT user_id AS id FROM business_profiles LEFT JOIN read.business_stats ON business_id = user_id
     WHERE $1::text IS NULL OR status = $1 ORDER BY ${order}`,
    [status],
  )
  return rows.map(({ id }) => id)
}

describe.each(cases)('by $sort, $direction, of status $status', (wanted) => {
  it('each business is on exactly one page, in order', async () => {
    expect(await listed(wanted)).toEqual(await sorted(wanted))
  })

  // Otherwise a few administrators at once keep all connections until statements are cancelled, and everybody gets 503.
  it('a page costs the same among many businesses, the first and one in the middle', async () => {
    expect(await readBy({ ...wanted, limit: PAGE })).toBeLessThan(ROWS_FOR_A_PAGE)
    const ids = await sorted(wanted)
    const after = ids[Math.floor(ids.length / 2)]
    expect(await readBy({ ...wanted, after, limit: PAGE })).toBeLessThan(ROWS_FOR_A_PAGE)
  })
})

it('a business that is not there has no next page', async () => {
  for (const sort of businessSortSchema.options)
    expect(await searchBusinesses(pool, { sort, direction: 'asc', after: SHOPS + 1, limit: 5 }, new Date())).toEqual([])
})
