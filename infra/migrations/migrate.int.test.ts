import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { createPool, type Pool } from '#platform/postgres.ts'
import { createDatabase, dropDatabase, withDatabase } from '../local/database.ts'
import '../quality/global-setup.ts'
import { migrations } from './all.ts'
import { migrate } from './migrate.ts'

const SLOWLY_MS = 120_000

describe('the migrations', () => {
  let url: string
  let pool: Pool
  beforeEach(async () => {
    const { postgresUrl, run } = inject('servers')
    url = withDatabase(postgresUrl, `${run}_${randomBytes(5).toString('hex')}`)
    await createDatabase(url)
    pool = createPool(url, { max: 1, name: 'hatik-test' })
  })
  afterEach(async () => {
    await pool.end()
    await dropDatabase(url)
  })

  const locks = async () => (await pool.query<{ taken: number }>('SELECT is_locked AS taken FROM knex_migrations_lock')).rows.map(({ taken }) => taken)
  const done = async () => (await pool.query<{ name: string }>('SELECT name FROM knex_migrations ORDER BY id')).rows.map(({ name }) => name)
  const names = migrations.map(({ name }) => name)

  // Whether two meet at the worst place is a matter of luck: six of them, on a new database each time, leave little to it.
  it.each([1, 2, 3])('are done once where several processes begin them at once on a new database (round %i)', async () => {
    await Promise.all(Array.from({ length: 6 }, () => migrate(url)))
    expect(await done()).toEqual(names)
    expect(await locks()).toEqual([0])
  }, SLOWLY_MS)

  it('go on where two that met earlier have left a lock that nobody can take', async () => {
    await migrate(url)
    await pool.query('INSERT INTO knex_migrations_lock (is_locked) VALUES (0)')
    await migrate(url)
    expect(await done()).toEqual(names)
    expect(await locks()).toEqual([0])
  }, SLOWLY_MS)
})
