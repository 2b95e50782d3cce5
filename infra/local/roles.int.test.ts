/** Decision 41 on the data folder of a version without roles, with its own PostgreSQL server. */
import { expect, it } from 'vitest'
import type { Pool } from '#platform/postgres/postgres.ts'
import { readModels } from '#projections/all.ts'
import { createGeneration, dropGeneration, showGeneration } from '#projections/runtime/generations/generations.ts'
import { passIds } from '#projections/runtime/catch-up/known-people.ts'
import { createSchema } from '../eventstore/log/schema.ts'
import { migrate } from '../migrations/migrate.ts'
import { ownPostgres } from '../testing/servers/own-postgres.ts'
import { createDatabase, eventsDatabase, onDatabase, withDatabase } from './servers/database.ts'
import {
  API_ROLE,
  asRole,
  EVENTS_ROLE,
  handOver,
  makeRoles,
  openEventsDatabase,
  OWNER_ROLE,
  WORKER_ROLE,
} from './roles.ts'

const server = ownPostgres()
const { open } = server

/** As npm start does each time. */
async function begin(): Promise<string> {
  await makeRoles(server.url)
  await handOver(server.url)
  const events = await openEventsDatabase(server.url)
  await migrate(asRole(server.url, OWNER_ROLE))
  return events
}

const ownersOf = async (pool: Pool, schemas: string) =>
  (
    await pool.query<{ owner: string }>(
      `SELECT DISTINCT pg_get_userbyid(relowner) AS owner FROM pg_class WHERE relnamespace::regnamespace::text ~ $1
     UNION SELECT pg_get_userbyid(proowner) FROM pg_proc WHERE pronamespace::regnamespace::text ~ $1
     UNION SELECT pg_get_userbyid(nspowner) FROM pg_namespace WHERE nspname ~ $1 AND nspname <> 'public' ORDER BY 1`,
      [schemas],
    )
  ).rows.map(({ owner }) => owner)

it('objects from before roles are handed over: each role works, and rows stay, however often it starts', async () => {
  const old = open(server.url)
  await migrate(server.url)
  await old.query(
    `INSERT INTO users (email, password, role, first_name, last_name, buyer_code) VALUES ('ani@hatik.test', '', 'buyer', 'Ani', 'A', 'AN1234')`,
  )
  await showGeneration(old, await createGeneration(old, readModels), readModels)
  await old.query(`INSERT INTO read_g2.daily_book (business_id, day) SELECT 1, '2026-11-01' WHERE false`)
  const events = eventsDatabase(server.url)
  await createDatabase(events)
  await onDatabase(events, async (client) => {
    await createSchema(client)
    await client.query(
      `INSERT INTO events VALUES (64, 'account-1.2', 0, gen_random_uuid(), 'PointsAwarded', true, 0, '{}', '{}')`,
    )
  })
  expect(await ownersOf(old, '^(public|read|read_g.)$')).toEqual(['hatik'])

  const first = await begin()
  // Later changes are corrected.
  await old.query(`ALTER ROLE ${API_ROLE} CREATEDB PASSWORD 'another'; GRANT DELETE ON users TO ${API_ROLE}`)
  await onDatabase(events, async (client) => void (await client.query(`GRANT DELETE ON events TO ${EVENTS_ROLE}`)))
  expect(await begin()).toBe(first)
  expect((await old.query('SELECT rolcreatedb AS mighty FROM pg_roles WHERE rolname = $1', [API_ROLE])).rows).toEqual([
    { mighty: false },
  ])
  expect(await ownersOf(old, '^public$')).toEqual([OWNER_ROLE])
  expect(await ownersOf(old, '^(read|read_g.)$')).toEqual([WORKER_ROLE])

  const [owner, api, worker, store] = [
    open(asRole(server.url, OWNER_ROLE)),
    open(asRole(server.url, API_ROLE)),
    open(asRole(server.url, WORKER_ROLE)),
    open(asRole(events, EVENTS_ROLE)),
  ]
  for (const pool of [owner, api, worker])
    expect((await pool.query('SELECT first_name FROM users')).rows).toEqual([{ first_name: 'Ani' }])
  expect((await store.query('SELECT stream FROM events')).rows).toEqual([{ stream: 'account-1.2' }])
  await expect(store.query('DELETE FROM events WHERE false')).rejects.toThrow('permission denied')

  // The worker drops the superuser's tables, and the API reads the worker's.
  const next = await createGeneration(worker, readModels)
  await showGeneration(worker, next, readModels)
  for (const generation of [1, 2]) await dropGeneration(worker, generation)
  expect((await api.query('SELECT FROM read.movements')).rowCount).toBe(0)
  for (const table of ['read.movements', 'users'])
    await expect(api.query(`DELETE FROM ${table} WHERE false`)).rejects.toThrow('permission denied')
  // Past the user IDs in the log (decision 36).
  expect(await passIds(worker, 1_000_000)).toBeLessThan(1_000_000)
  // Built by the owner from the command line, yet usable by the worker.
  const ofOwner = await createGeneration(owner, readModels)
  await showGeneration(owner, ofOwner, readModels)
  expect(await ownersOf(old, '^(read|read_g.)$')).toEqual([WORKER_ROLE])
  await dropGeneration(worker, next)
  expect((await api.query('SELECT FROM read.movements')).rowCount).toBe(0)
  // Later versions may change every table.
  await owner.query('ALTER TABLE users ADD COLUMN of_later text; ALTER TABLE users DROP COLUMN of_later')
}, 120_000)

it('one address serves all processes if its role is independent of another Hatik on the server', async () => {
  await open(server.url).query(`CREATE ROLE alone LOGIN CREATEDB PASSWORD 'alone'`)
  const url = new URL(withDatabase(server.url, 'of_its_own'))
  url.username = url.password = 'alone'
  await createDatabase(url.href)
  await migrate(url.href)
  const alone = open(url.href)
  expect(await ownersOf(alone, '^(public|read|read_g.)$')).toEqual(['alone'])
  await showGeneration(alone, await createGeneration(alone, readModels), readModels)
  expect(await ownersOf(alone, '^(public|read|read_g.)$')).toEqual(['alone'])
  await expect(
    open(withDatabase(asRole(server.url, API_ROLE), 'of_its_own')).query('SELECT FROM users'),
  ).rejects.toThrow('permission denied for table users')
})

it("role passwords follow from the superuser's, and from no other", async () => {
  const passwords = ([OWNER_ROLE, API_ROLE, WORKER_ROLE, EVENTS_ROLE] as const).map(
    (role) => new URL(asRole(server.url, role)).password,
  )
  expect(new Set([...passwords, new URL(server.url).password]).size).toBe(5)
  const elsewhere = new URL(server.url)
  elsewhere.password = 'of another installation'
  expect(passwords).not.toContain(new URL(asRole(elsewhere.href, OWNER_ROLE)).password)
  const stranger = new URL(asRole(server.url, OWNER_ROLE))
  stranger.password = passwords[1]!
  await expect(open(stranger.href).query('SELECT 1')).rejects.toThrow(/password authentication failed/)
})
