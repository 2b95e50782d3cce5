import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPool, type Pool, type Queryable } from '#platform/postgres.ts'
import { testServices, type TestServices } from '../../infra/quality/harness.ts'
import { pendingAtBusiness, redemptionsOfBuyer } from './queries.ts'

/** A buyer whose oldest codes still wait, and who has redeemed and cancelled by the thousand since, beside other buyers of other businesses. */
const BUYER = 7
const CAFE = 3
const SINCE = 6_000
const WAITING = 3
const USED = 100

let services: TestServices
let pool: Pool
beforeAll(async () => {
  services = await testServices({ eventStore: false, redis: false })
  pool = createPool(services.databaseUrl, { max: 2, name: 'test' })
  await pool.query(
    `INSERT INTO read.redemptions (redemption_id, business_id, buyer_id, position, code, perk_id, perk_name, cost_tenths, state, created_at)
     SELECT gen_random_uuid(), CASE WHEN mine THEN $4 ELSE 100 + n % 50 END, CASE WHEN mine THEN $3 ELSE 1000 + n % 500 END, n, 'CODE' || n, 1, 'Coffee', 5,
       CASE WHEN n <= $2 * 2 THEN 'pending' WHEN n % 20 = 0 THEN 'used' ELSE 'cancelled' END, timestamptz '2026-01-01' + n * interval '1 minute'
     FROM generate_series(1, $1::int * 2) AS n, LATERAL (SELECT n % 2 = 0 AS mine) AS whose`,
    [SINCE, WAITING, BUYER, CAFE],
  )
  await pool.query(`DO $$ BEGIN EXECUTE 'ANALYZE ' || (SELECT table_schema || '.redemptions' FROM information_schema.tables WHERE table_name = 'redemptions' AND table_type = 'BASE TABLE'); END $$`)
})
afterAll(async () => {
  await pool?.end()
  await services?.close()
})

type Node = { 'Node Type': string; 'Actual Rows': number; 'Actual Loops': number; 'Rows Removed by Filter'?: number; Plans?: Node[] }

/** How many rows the statement has looked at, and in which ways. */
async function costOf(ask: (db: Queryable) => Promise<unknown>) {
  let root: Node | undefined
  const explaining = {
    query: async ({ text, values }: { text: string; values: unknown[] }) => {
      const explained = await pool.query<{ 'QUERY PLAN': { Plan: Node }[] }>(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values)
      root = explained.rows[0]?.['QUERY PLAN'][0]?.Plan
      return { rows: [] }
    },
  } as unknown as Queryable
  await ask(explaining)
  const nodes = (node: Node | undefined): Node[] => (node ? [node, ...(node.Plans ?? []).flatMap(nodes)] : [])
  const scans = nodes(root).filter((node) => /Seq Scan|Index/.test(node['Node Type']))
  return {
    ways: [...new Set(scans.map((node) => node['Node Type']))],
    read: scans.reduce((sum, node) => sum + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'], 0),
  }
}

describe('what a buyer redeemed', () => {
  it('holds every pending code, however many came after it, then the newest used ones; cancelled ones are hidden (R64, R66, C13)', async () => {
    const rows = await redemptionsOfBuyer(pool, BUYER, { used: USED })
    expect(rows.map(({ state }) => state)).toEqual([...Array<string>(WAITING).fill('pending'), ...Array<string>(USED).fill('used')])
    expect(rows.slice(0, WAITING).map(({ code }) => code)).toEqual(['CODE6', 'CODE4', 'CODE2'])
    expect(rows.slice(WAITING, WAITING + 2).map(({ position }) => position)).toEqual([String(SINCE * 2), String(SINCE * 2 - 20)])
  })

  it('is found by an index: no more is read than shown', async () => {
    const { ways, read } = await costOf((db) => redemptionsOfBuyer(db, BUYER, { used: USED }))
    expect(ways).not.toContain('Seq Scan')
    expect(read).toBeLessThanOrEqual(WAITING + USED)
  })
})

it('what is pending at a business that closes is found by an index, too (H25)', async () => {
  expect(await pendingAtBusiness(pool, CAFE)).toHaveLength(WAITING)
  const { ways, read } = await costOf((db) => pendingAtBusiness(db, CAFE))
  expect(ways).not.toContain('Seq Scan')
  expect(read).toBeLessThanOrEqual(WAITING)
})
