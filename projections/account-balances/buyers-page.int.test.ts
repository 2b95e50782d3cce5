import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../infra/testing/servers/test-database.ts'
import { analyzeReadModels, countingRows } from '../../infra/testing/rows-read.ts'
import type { BuyersOrder } from './buyer-lines.ts'
import { buyersPage } from './buyers-page.ts'

/** Every fifth person has an account at the large business, and ten at the small one. */
const PEOPLE = 30_000
const FIRST_PERSON = 2_000
const LARGE = 7
const SMALL = 9
const LIMIT = 10
const ORDERS: BuyersOrder[] = (['id', 'code', 'points'] as const).flatMap((sort) => [
  { sort, order: 'asc' as const },
  { sort, order: 'desc' as const },
])

const { pool } = await testDatabase()
let codes: string[]
beforeAll(async () => {
  // 7919 is a prime, so codes are unique and ordered differently than the IDs.
  await pool.query(
    `INSERT INTO users (id, email, password, role, first_name, last_name, buyer_code)
     SELECT $2 + n, 'p' || n, '', 'buyer', '', '', chr(65 + place / 260000) || chr(65 + place / 10000 % 26) || lpad((place % 10000)::text, 4, '0')
     FROM generate_series(0, $1::int - 1) AS n, LATERAL (SELECT (n::bigint * 7919 * 211 % 6760000)::int AS place) AS code`,
    [PEOPLE, FIRST_PERSON],
  )
  await pool.query(
    `INSERT INTO read.account_balances (business_id, buyer_id, balance_tenths, events, revision, closed, changed_at, position)
     SELECT business, $2 + n, n % 40 * 5, 1, 0, n % 700 = 0, now(), n
     FROM generate_series(0, $1::int - 1) AS n, (VALUES ($3::int, 5), ($4, $1::int / 10)) AS shop (business, every) WHERE n % every = 0`,
    [PEOPLE, FIRST_PERSON, LARGE, SMALL],
  )
  await pool.query(
    'INSERT INTO read.business_stats SELECT business_id, count(*), 0, 0, 0, 0 FROM read.account_balances GROUP BY 1',
  )
  // Buyers who left: most accounts are closed; every fiftieth is still being closed.
  await pool.query(
    `UPDATE users SET buyer_code = NULL, erased_at = now() WHERE id IN (SELECT buyer_id FROM read.account_balances WHERE closed OR buyer_id % 250 = 10)`,
  )
  await pool.query('ANALYZE users')
  await analyzeReadModels(pool, ['account_balances', 'business_stats'])
  const both = await pool.query<{ code: string }>(
    'SELECT buyer_code AS code FROM users JOIN read.account_balances ON buyer_id = id WHERE business_id = $1 AND buyer_code IS NOT NULL',
    [SMALL],
  )
  codes = both.rows.map(({ code }) => code)
})

/** The simplest statement, as the reference. */
async function everyLine(businessId: number, { sort, order }: BuyersOrder, codePrefix: string) {
  const key = { id: 'buyer_id', code: `coalesce(buyer_code, '')`, points: 'balance_tenths' }[sort]
  const { rows } = await pool.query<{ id: number }>(
    `SELECT buyer_id AS id FROM read.account_balances LEFT JOIN users ON users.id = buyer_id
     WHERE business_id = $1 AND NOT closed AND ($2 = '' OR starts_with(buyer_code, $2)) ORDER BY ${key} ${order}, buyer_id ${order}`,
    [businessId, codePrefix],
  )
  return rows.map(({ id }) => id)
}

describe('a page of the buyers’ table (R82, R202)', () => {
  it.each(ORDERS)(
    'of a large business reads little more than its lines by code, and each account once by points ($sort $order)',
    async ({ sort, order }) => {
      const { db, read } = countingRows(pool)
      const first = await buyersPage(db, LARGE, { sort, order, limit: LIMIT })
      expect(first?.lines).toHaveLength(LIMIT)
      const most = sort === 'points' ? PEOPLE / 5 + 5 * LIMIT : 60 * LIMIT
      expect(read()).toBeLessThanOrEqual(most)
      await buyersPage(db, LARGE, { sort, order, limit: LIMIT, cursor: first?.next ?? '' })
      expect(read()).toBeLessThanOrEqual(2 * most)
    },
  )

  it.each(ORDERS.filter(({ sort }) => sort === 'code'))(
    'stops when full even if many codes share the prefix ($order)',
    async ({ sort, order }) => {
      const { db, read } = countingRows(pool)
      expect((await buyersPage(db, LARGE, { sort, order, limit: LIMIT, codePrefix: 'B' }))?.lines).toHaveLength(LIMIT)
      expect(read()).toBeLessThanOrEqual(30 * LIMIT)
    },
  )

  it.each(ORDERS)('of a small business reads only its own accounts ($sort $order)', async ({ sort, order }) => {
    const { db, read } = countingRows(pool)
    expect((await buyersPage(db, SMALL, { sort, order, limit: LIMIT }))?.lines).not.toHaveLength(0)
    expect(read()).toBeLessThanOrEqual(50)
  })

  it.each(ORDERS)(
    'finds a code without reading other codes, at either business ($sort $order)',
    async ({ sort, order }) => {
      for (const business of [LARGE, SMALL]) {
        const { db, read } = countingRows(pool)
        expect(
          (await buyersPage(db, business, { sort, order, limit: LIMIT, codePrefix: codes[0] ?? '' }))?.lines,
        ).toHaveLength(1)
        expect(read()).toBeLessThanOrEqual(15)
      }
    },
  )

  it.each(ORDERS)(
    'holds the same lines in the same order in both ways of reading, including buyers who left ($sort $order)',
    async (wanted) => {
      for (const business of [LARGE, SMALL]) {
        for (const codePrefix of [
          '',
          'B',
          'BC',
          codes[0]?.slice(0, 4) ?? '',
          codes[0] ?? '',
          'b',
          '7',
          'ABC',
          'AB12345',
        ]) {
          const found: number[] = []
          for (let cursor: string | undefined; ;) {
            const page = await buyersPage(pool, business, {
              ...wanted,
              limit: 150,
              codePrefix,
              ...(cursor !== undefined && { cursor }),
            })
            found.push(...(page?.lines ?? []).map(({ buyerId }) => buyerId))
            cursor = page?.next
            if (cursor === undefined) break
          }
          expect([codePrefix, found]).toEqual([codePrefix, await everyLine(business, wanted, codePrefix)])
        }
      }
    },
  )

  it('continues after the line of the cursor, however the table is searched', async () => {
    const page = (order: 'asc' | 'desc', codePrefix: string, cursor: string) =>
      buyersPage(pool, LARGE, { sort: 'code', order, limit: 3, codePrefix, cursor })
    expect((await page('desc', 'B', '.5'))?.lines).toEqual([])
    expect((await page('asc', 'B', '.5'))?.lines).toEqual(
      (await buyersPage(pool, LARGE, { sort: 'code', order: 'asc', limit: 3, codePrefix: 'B' }))?.lines,
    )
    const [left] = await everyLine(LARGE, { sort: 'code', order: 'asc' }, '')
    expect((await page('desc', '', `AA0000.${FIRST_PERSON}`))?.lines[0]?.code).toBe('')
    expect((await page('asc', '', `.${left}`))?.lines.map(({ buyerId }) => buyerId)).toEqual(
      (await everyLine(LARGE, { sort: 'code', order: 'asc' }, '')).slice(1, 4),
    )
  })
})
