/** Cached rows are never older than the last commit by any code, and expire if notifications are lost. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createUsers, type Users } from '#accounts/users.ts'
import { createBusinesses, type Businesses } from '#businesses/profile/businesses.ts'
import { testDatabase } from '../../../../infra/testing/servers/test-database.ts'
import { waitUntil } from '../../../../infra/testing/wait-until.ts'
import type { Pool } from '#platform/postgres/postgres.ts'
import { listenForRowChanges, type RowChanges } from '#platform/postgres/row-changes.ts'

const { services, pool } = await testDatabase({ max: 6 })
let changes: RowChanges
let users: Users
let businesses: Businesses
let queries = 0
let buyerId: number
let businessId: number

beforeAll(async () => {
  const add = async (role: string, code: string | null): Promise<number> => {
    const { rows } = await pool.query<{ id: number }>(
      `INSERT INTO users (email, password, role, first_name, last_name, buyer_code) VALUES ($1, 'x', $2, 'A', 'B', $3) RETURNING id`,
      [`${role}@hatik.test`, role, code],
    )
    return rows[0]!.id
  }
  buyerId = await add('buyer', 'AB0001')
  businessId = await add('business', null)
  await pool.query(
    `INSERT INTO business_profiles (user_id, business_name, slug, status) VALUES ($1, 'Kofe', 'kofe', 'active')`,
    [businessId],
  )
  changes = listenForRowChanges(services.databaseUrl)
  const counted = { query: (...asked: Parameters<Pool['query']>) => (queries++, pool.query(...asked)) } as Pool
  users = createUsers(counted, changes)
  businesses = createBusinesses(counted, changes)
  await waitUntil('changes are heard', () => changes.heard)
})

afterAll(() => changes?.close())

const statusNow = async () => (await businesses.byUserId(businessId))?.status

it('an unchanged row is read once', async () => {
  await users.byId(buyerId)
  queries = 0
  for (let call = 0; call < 50; call += 1) await users.byId(buyerId)
  expect(queries).toBe(0)
})

it("another writer's change is seen as soon as it is committed, not before", async () => {
  expect(await statusNow()).toBe('active')
  const client = await pool.connect()
  await client.query('BEGIN')
  await client.query(`UPDATE business_profiles SET status = 'suspended' WHERE user_id = $1`, [businessId])
  expect(await statusNow()).toBe('active')
  await client.query('COMMIT')
  client.release()
  await waitUntil('the suspension is seen', async () => (await statusNow()) === 'suspended', 1_000)
  await pool.query(`UPDATE users SET first_name = 'Նոր' WHERE id = $1`, [businessId])
  await waitUntil(
    'the new name is seen',
    async () => (await businesses.byUserId(businessId))?.firstName === 'Նոր',
    1_000,
  )
})

it('the code of an erased buyer finds nobody (H25)', async () => {
  expect(await users.buyerIdByCode('AB0001')).toMatchObject({ id: buyerId })
  await pool.query('UPDATE users SET buyer_code = NULL, erased_at = now() WHERE id = $1', [buyerId])
  await waitUntil('the code is unknown', async () => (await users.buyerIdByCode('AB0001')) === undefined, 1_000)
})

it('without the notification connection no cached row is used, and afterwards notifications resume', async () => {
  await statusNow()
  await pool.query(`ALTER TABLE business_profiles DISABLE TRIGGER business_profiles_changed`)
  await pool.query(`UPDATE business_profiles SET status = 'active' WHERE user_id = $1`, [businessId])
  expect(await statusNow()).toBe('suspended')
  await pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'hatik-row-changes' AND datname = current_database()`,
  )
  await waitUntil('the old row is forgotten', async () => (await statusNow()) === 'active', 2_000)
  await pool.query(`ALTER TABLE business_profiles ENABLE TRIGGER business_profiles_changed`)
  await waitUntil('changes are heard again', () => changes.heard)
  await pool.query(`UPDATE business_profiles SET status = 'suspended' WHERE user_id = $1`, [businessId])
  await waitUntil('the change is seen', async () => (await statusNow()) === 'suspended', 1_000)
})
