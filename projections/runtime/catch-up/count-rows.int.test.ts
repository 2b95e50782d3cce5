import { beforeAll, expect, it } from 'vitest'
import type { Queryable } from '#platform/postgres/postgres.ts'
import { testDatabase } from '../../../infra/testing/servers/test-database.ts'
import { countingRows } from '../../../infra/testing/rows-read.ts'
import { readModels } from '../../all.ts'
import { countRows } from '../generations/generations.ts'

/** Enough rows in one table for PostgreSQL's estimate to be used; few in another. */
const MANY = 101_000
const FEW = 30

const { pool } = await testDatabase()
beforeAll(async () => {
  await pool.query(
    `INSERT INTO read.monthly_transactions SELECT n, '2026-01', 0, 0, 0 FROM generate_series(1, $1::int) AS n`,
    [MANY],
  )
  await pool.query('INSERT INTO read.business_stats SELECT n, 0, 0, 0, 0, 0 FROM generate_series(1, $1::int) AS n', [
    FEW,
  ])
})

it('large tables are counted until analysed, then estimated; small ones stay exact', async () => {
  const count = async (db: Queryable = pool) =>
    new Map((await countRows(db, 1, readModels)).map(({ table, rows }) => [table, rows]))
  expect((await count()).get('monthly_transactions')).toBe(MANY)
  await pool.query('ANALYZE read_g1.monthly_transactions; ANALYZE read_g1.business_stats')
  await pool.query('INSERT INTO read.business_stats VALUES ($1, 0, 0, 0, 0, 0)', [FEW + 1])
  const { db, read } = countingRows(pool)
  const rows = await count(db)
  expect([...rows.keys()]).toEqual(readModels.map(({ table }) => table))
  expect(rows.get('monthly_transactions')).toBeGreaterThan(0.99 * MANY)
  expect(rows.get('monthly_transactions')).toBeLessThan(1.01 * MANY)
  expect(rows.get('business_stats')).toBe(FEW + 1)
  expect(rows.get('movements')).toBe(0)
  expect(read()).toBeLessThanOrEqual(5_000)
})
