import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPool, type Pool } from '#platform/postgres.ts'
import { testServices, type TestServices } from '../../infra/quality/harness.ts'
import { readModels } from '../all.ts'
import { createCatchUp } from '../runtime/catch-up.ts'
import { createGeneration } from '../runtime/generations.ts'
import { arrayLog, History } from '../testing/history.ts'

const CAFE = 11
const BUYERS = 1_500
const ROUNDS = 4

let services: TestServices
let pool: Pool

beforeAll(async () => {
  services = await testServices({ eventStore: false, redis: false })
  pool = createPool(services.databaseUrl, { max: 1, name: 'test' })
})

afterAll(async () => {
  await pool?.end()
  await services?.close()
})

/** Rows that scans have looked at, of a table that no other session knows. */
async function rowsLookedAt(generation: number): Promise<number> {
  await pool.query('SELECT pg_stat_force_next_flush()')
  const { rows } = await pool.query<{ looked: number }>(
    `SELECT (seq_tup_read + idx_tup_fetch)::float AS looked FROM pg_stat_user_tables WHERE schemaname = $1 AND relname = 'movements'`,
    [`read_g${generation}`],
  )
  return rows[0]!.looked
}

it('a business with thousands of movements is caught up by looking at each account once a batch, also in a generation made a moment ago', async () => {
  const history = new History()
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let buyer = 1; buyer <= BUYERS; buyer += 1) history.award({ businessId: CAFE, buyerId: buyer }, 500)
  }
  const generation = await createGeneration(pool, readModels)
  const { applied } = await createCatchUp({ pool, log: arrayLog(history.events), readModels, generation, batchEvents: BUYERS })()
  expect(applied).toBe(BUYERS * ROUNDS)
  // A second look at a row is nothing; a look at the whole business for each of its accounts would be millions.
  expect(await rowsLookedAt(generation)).toBeLessThan(BUYERS * ROUNDS * 3)
})
