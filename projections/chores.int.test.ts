import { afterAll, beforeAll, expect, it } from 'vitest'
import { openFileStorage } from '#platform/file-storage.ts'
import { openLedger, type OpenLedger } from '#platform/ledger.ts'
import { createPool, type Pool } from '#platform/postgres.ts'
import { freePort } from '../infra/local/ports.ts'
import { testServices, type TestServices } from '../infra/quality/harness.ts'
import { insertBusiness } from '../infra/quality/people-rows.ts'
import { createChores } from './chores.ts'

let services: TestServices
let pool: Pool
let opened: OpenLedger
beforeAll(async () => {
  services = await testServices({ redis: false })
  pool = createPool(services.databaseUrl, { max: 4, name: 'test' })
  opened = openLedger(services.eventStoreUrl)
})
afterAll(async () => {
  await opened?.store.close()
  await pool?.end()
  await services?.close()
})

it('a place for files that is away holds up the documents alone: who is to be forgotten is forgotten (H22, H23)', async () => {
  const business = (status: 'active' | 'rejected') => insertBusiness(pool, { passwordHash: '!', plan: 'starter', status, perks: [] })
  const [over, rejected] = [await business('active'), await business('rejected')]
  await pool.query(`UPDATE business_profiles SET trial_end_date = now() - interval '1 day' WHERE user_id = $1`, [over.id])
  await pool.query(`UPDATE business_profiles SET decided_at = now() - interval '31 days' WHERE user_id = $1`, [rejected.id])
  await pool.query(`INSERT INTO keyed_writes (user_id, key, input_hash, reply, written_at) VALUES ($1, 'old', 'x', '{}', now() - interval '8 days')`, [over.id])
  const failed: string[] = []
  const doChores = createChores({
    pool,
    files: openFileStorage(`s3://files?endpoint=http://127.0.0.1:${await freePort()}`),
    ledger: opened.ledger,
    head: async () => null,
    onFailed: (what) => failed.push(what),
  })

  expect(await doChores(new Date())).toMatchObject({ trials: { expired: 1 }, rejected: 1, closings: { left: 0 }, keyedWrites: 1 })
  expect(failed).toEqual(['a chore failed and will be repeated: documents'])
  const { rows } = await pool.query<{ erased: boolean }>('SELECT erased_at IS NOT NULL AS erased FROM users WHERE id = $1', [rejected.id])
  expect(rows).toEqual([{ erased: true }])
  // What is done once a day is done again only where it failed.
  expect(await doChores(new Date())).toMatchObject({ rejected: 0, keyedWrites: 0 })
})
