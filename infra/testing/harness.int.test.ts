import { Redis } from 'ioredis'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testServices, type TestServices } from './harness.ts'

describe('services for tests', () => {
  let first: TestServices
  let second: TestServices

  beforeAll(async () => {
    first = await testServices({ eventStore: false })
    second = await testServices({ eventStore: false, migrate: false })
  })
  afterAll(async () => {
    await first.close()
    await second.close()
  })

  it('gives every test its own database, migrated or empty', async () => {
    expect(first.databaseUrl).not.toBe(second.databaseUrl)
    expect(await tablesIn(first.databaseUrl)).toContain('knex_migrations')
    expect(await tablesIn(second.databaseUrl)).toEqual([])
  })

  it('gives every test its own Redis database', async () => {
    const [one, two] = [new Redis(first.redisUrl), new Redis(second.redisUrl)]
    await one.set('seen', 'by one')
    expect(await two.get('seen')).toBeNull()
    one.disconnect()
    two.disconnect()
  })

  it('gives a test its own Redis to kill, which restarts with its data', async () => {
    const services = await testServices({ eventStore: false, migrate: false, redis: 'own' })
    const before = new Redis(services.redisUrl)
    await before.set('kept', 'yes')
    before.disconnect()
    const url = services.redisUrl
    await services.restartRedis()
    expect(services.redisUrl).toBe(url)
    const after = new Redis(services.redisUrl)
    expect(await after.get('kept')).toBe('yes')
    after.disconnect()
    await services.close()
  })
})

async function tablesIn(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const found = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  )
  await client.end()
  return found.rows.map((row) => row.name)
}
