import { expect, it } from 'vitest'
import { testDatabase } from '../../infra/testing/servers/test-database.ts'
import { readModels } from '../all.ts'
import { createCatchUp } from '../runtime/catch-up/catch-up.ts'
import { createGeneration } from '../runtime/generations/generations.ts'
import { arrayLog, History } from '../testing/history.ts'

const CAFE = 11
const BUYERS = 1_500
const ROUNDS = 4

const { pool } = await testDatabase({ max: 1 })

/** Rows read by scans; no other session uses these tables. */
async function rowsLookedAt(generation: number): Promise<number> {
  await pool.query('SELECT pg_stat_force_next_flush()')
  const { rows } = await pool.query<{ looked: number }>(
    `SELECT sum(seq_tup_read + idx_tup_fetch)::float AS looked FROM pg_stat_user_tables
     WHERE schemaname = $1 AND relname IN ('account_balances', 'movements')`,
    [`read_g${generation}`],
  )
  return rows[0]!.looked
}

const catchUpOn = (generation: number, { events }: History) =>
  createCatchUp({ pool, log: arrayLog(events), readModels, generation, batchEvents: BUYERS })()

it('projects thousands of movements of a business with one account read per movement, also in a new generation', async () => {
  const history = new History()
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let buyer = 1; buyer <= BUYERS; buyer += 1) history.award({ businessId: CAFE, buyerId: buyer }, 500)
  }
  const generation = await createGeneration(pool, readModels)
  expect((await catchUpOn(generation, history)).applied).toBe(BUYERS * ROUNDS)
  // Allows for a second read; reading the whole business for each account would be millions.
  expect(await rowsLookedAt(generation)).toBeLessThan(BUYERS * ROUNDS * 3)
})

it('does so even if its tables were analysed while nearly empty', async () => {
  const history = new History()
  const generation = await createGeneration(pool, readModels)
  for (let buyer = 1; buyer <= 5; buyer += 1) history.award({ businessId: CAFE, buyerId: buyer }, 500)
  await catchUpOn(generation, history)
  await pool.query(`VACUUM ANALYZE read_g${generation}.account_balances, read_g${generation}.movements`)
  // Often enough for PostgreSQL to cache a generic plan.
  for (let award = 0; award < 12; award += 1) {
    history.award({ businessId: CAFE, buyerId: 1 + (award % 5) }, 500)
    await catchUpOn(generation, history)
  }
  const before = await rowsLookedAt(generation)
  for (let buyer = 1; buyer <= BUYERS; buyer += 1) history.award({ businessId: CAFE, buyerId: buyer }, 500)
  await catchUpOn(generation, history)
  expect((await rowsLookedAt(generation)) - before).toBeLessThan(BUYERS * 3)
})
