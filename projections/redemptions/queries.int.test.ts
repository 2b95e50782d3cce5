import { beforeAll, describe, expect, it } from 'vitest'
import { analyzeReadModels, countingRows } from '../../infra/testing/rows-read.ts'
import { testDatabase } from '../../infra/testing/servers/test-database.ts'
import { pendingAtBusiness, redemptionsOfBuyer } from './queries.ts'

/** A buyer with old pending codes and thousands of later used and cancelled ones. */
const BUYER = 7
const CAFE = 3
const SINCE = 6_000
const WAITING = 3
const USED = 100

const { pool } = await testDatabase()
beforeAll(async () => {
  await pool.query(
    `INSERT INTO read.redemptions (redemption_id, business_id, buyer_id, position, code, perk_id, perk_name, cost_tenths, state, created_at)
     SELECT gen_random_uuid(), CASE WHEN mine THEN $4 ELSE 100 + n % 50 END, CASE WHEN mine THEN $3 ELSE 1000 + n % 500 END, n, 'CODE' || n, 1, 'Coffee', 5,
       CASE WHEN n <= $2 * 2 THEN 'pending' WHEN n % 20 = 0 THEN 'used' ELSE 'cancelled' END, timestamptz '2026-01-01' + n * interval '1 minute'
     FROM generate_series(1, $1::int * 2) AS n, LATERAL (SELECT n % 2 = 0 AS mine) AS whose`,
    [SINCE, WAITING, BUYER, CAFE],
  )
  await analyzeReadModels(pool, ['redemptions'])
})

describe('what a buyer redeemed', () => {
  it('include every pending code, however old, then the newest used ones, but no cancelled ones (R64, R66, C13)', async () => {
    const rows = await redemptionsOfBuyer(pool, BUYER, { used: USED })
    expect(rows.map(({ state }) => state)).toEqual([
      ...Array<string>(WAITING).fill('pending'),
      ...Array<string>(USED).fill('used'),
    ])
    expect(rows.slice(0, WAITING).map(({ code }) => code)).toEqual(['CODE6', 'CODE4', 'CODE2'])
    expect(rows.slice(WAITING, WAITING + 2).map(({ position }) => position)).toEqual([
      String(SINCE * 2),
      String(SINCE * 2 - 20),
    ])
  })

  it('are found by an index: no more is read than shown', async () => {
    const { db, ways, read } = countingRows(pool)
    await redemptionsOfBuyer(db, BUYER, { used: USED })
    expect(ways()).not.toContain('Seq Scan')
    expect(read()).toBeLessThanOrEqual(WAITING + USED)
  })
})

it('pending redemptions at a business that closes are found by an index (H25)', async () => {
  expect(await pendingAtBusiness(pool, CAFE)).toHaveLength(WAITING)
  const { db, ways, read } = countingRows(pool)
  await pendingAtBusiness(db, CAFE)
  expect(ways()).not.toContain('Seq Scan')
  expect(read()).toBeLessThanOrEqual(WAITING)
})
