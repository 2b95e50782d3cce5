/** Runs README's role setup for an own PostgreSQL (decision 41) verbatim. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Pool } from '#platform/postgres/postgres.ts'
import { readModels } from '#projections/all.ts'
import { createGeneration, dropGeneration, showGeneration } from '#projections/runtime/generations/generations.ts'
import { API_ROLE, WORKER_ROLE } from '../../migrations/rights.ts'
import { migrate } from '../../migrations/migrate.ts'
import { ownPostgres } from '../../testing/servers/own-postgres.ts'
import { createDatabase, eventsDatabase, onDatabase, onMaintenance } from './database.ts'
import { OWNER_ROLE } from '../roles.ts'
import { repository } from '../settings.ts'

const PASSWORD = 'of-a-role'
const blocks = [
  ...readFileSync(join(repository, 'infra/docs/operating.md'), 'utf8').matchAll(/^ *```sql\n(.*?)```/gms),
].map(([, sql = '']) => sql.replaceAll('…', PASSWORD))
const [makeThem = '', giveDatabase = ''] = blocks
const statements = makeThem
  .trim()
  .split(';')
  .map((statement) => statement.trim())
  .filter((statement) => statement !== '')

// As with infra/local/outside-services.yml, the first superuser owns the database `hatik`.
const server = ownPostgres()

function addressOf(role: string): string {
  const url = new URL(server.url)
  url.username = role
  url.password = PASSWORD
  return url.href
}

const as = (role: string): Pool => server.open(addressOf(role))

async function expectEachToDoItsWork(generation: number): Promise<void> {
  await migrate(addressOf(OWNER_ROLE))
  const [api, worker] = [as(API_ROLE), as(WORKER_ROLE)]
  expect(await createGeneration(worker, readModels)).toBe(generation + 1)
  await showGeneration(worker, generation + 1, readModels)
  await dropGeneration(worker, generation)
  expect((await api.query('SELECT FROM read.movements')).rowCount).toBe(0)
  await api.query(
    `INSERT INTO users (email, password, role, first_name, last_name, buyer_code) VALUES ('ani@hatik.test', '', 'buyer', 'Ani', 'A', 'AN1234')`,
  )
  await expect(api.query('DELETE FROM users')).rejects.toThrow('permission denied')
  await server.closeAll()
}

it('an existing database of the first superuser is given to the owner', async () => {
  await migrate(server.url)
  expect(statements.at(-1)).toMatch(/^CREATE DATABASE hatik /)
  for (const statement of statements.slice(0, -1)) await onMaintenance(server.url, (client) => client.query(statement))
  await onDatabase(server.url, (client) => client.query(giveDatabase))
  await expectEachToDoItsWork(1)
})

it('a new database belongs to the owner from the start', async () => {
  await onMaintenance(server.url, (client) => client.query('ALTER DATABASE hatik RENAME TO hatik_before'))
  await onMaintenance(server.url, (client) => client.query(statements.at(-1)!))
  await expectEachToDoItsWork(1)
})

it("the event store's database, which the owner may not create, is requested with working instructions", async () => {
  const events = eventsDatabase(addressOf(OWNER_ROLE))
  const refused = await createDatabase(events).then(() => '', String)
  const [, statement = ''] = /Have the PostgreSQL administrator run: (.*)/.exec(refused) ?? []
  expect(statement).toContain('hatik_events')
  await onMaintenance(server.url, (client) => client.query(statement))
  expect(await createDatabase(events)).toBe(false)
  await onDatabase(events, (client) => client.query('CREATE TABLE own (n int)'))
})
