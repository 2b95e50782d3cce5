import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { createPool, type Pool } from '#platform/postgres/postgres.ts'
import { createDatabase, dropDatabase, withDatabase } from '../local/servers/database.ts'
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
    vi.useRealTimers()
    await pool.end()
    await dropDatabase(url)
  })

  const locks = async () =>
    (await pool.query<{ taken: number }>('SELECT is_locked AS taken FROM knex_migrations_lock')).rows.map(
      ({ taken }) => taken,
    )
  const done = async () =>
    (await pool.query<{ name: string }>('SELECT name FROM knex_migrations ORDER BY id')).rows.map(({ name }) => name)
  const names = migrations.map(({ name }) => name)

  // Six at once, repeatedly, because the critical race is a matter of luck.
  it.each([1, 2, 3])(
    'run once when several processes start them on a new database (round %i)',
    async () => {
      await Promise.all(Array.from({ length: 6 }, () => migrate(url)))
      expect(await done()).toEqual(names)
      expect(await locks()).toEqual([0])
    },
    SLOWLY_MS,
  )

  it(
    'continue after concurrent starts have left a stale lock',
    async () => {
      await migrate(url)
      await pool.query('INSERT INTO knex_migrations_lock (is_locked) VALUES (0)')
      await migrate(url)
      expect(await done()).toEqual(names)
      expect(await locks()).toEqual([0])
    },
    SLOWLY_MS,
  )

  it(
    'of a newer version are left alone, unless it dropped what this one needs',
    async () => {
      await migrate(url)
      const add = (name: string) =>
        pool.query('INSERT INTO knex_migrations (name, batch, migration_time) VALUES ($1, 2, now())', [name])
      const last = names.at(-1)!
      await add('0998-of-next-year')
      await add(`0998-contracts-${last.slice(0, 4)}-what-it-replaced`)
      const before = await done()
      await migrate(url)
      expect(await done()).toEqual(before)

      await add('0999-contracts-0998-of-next-year')
      await expect(migrate(url)).rejects.toThrow(
        /^This database was migrated by a newer version of Hatik \(0999-contracts-0998-of-next-year\): start that version, or restore the backup made before it\.$/,
      )
      await pool.query(`DELETE FROM knex_migrations WHERE name IN ('0999-contracts-0998-of-next-year', $1)`, [last])
      await expect(migrate(url)).rejects.toThrow('migrated by a newer version of Hatik (0998-of-next-year)')
      expect(await done()).toEqual(before.filter((name) => name !== last))
    },
    SLOWLY_MS,
  )

  it(
    'keep their lock while long ones run, although its connection is idle',
    async () => {
      await migrate(url)
      const held = await pool.connect()
      /** Waits without timers, which the test controls. */
      const waiting = async (count: number): Promise<string[]> => {
        for (;;) {
          const { rows } = await held.query<{ locktype: string }>(
            'SELECT locktype FROM pg_locks l JOIN pg_database d ON d.oid = l.database WHERE datname = current_database() AND NOT granted ORDER BY locktype',
          )
          if (rows.length === count) return rows.map(({ locktype }) => locktype)
          await held.query('SELECT pg_sleep(0.02)')
        }
      }
      try {
        await held.query('BEGIN')
        await held.query('LOCK TABLE knex_migrations')
        vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
        const long = migrate(url)
        expect(await waiting(1)).toEqual(['relation'])
        vi.advanceTimersByTime(30_000)
        const second = migrate(url)
        expect(await waiting(2)).toEqual(['advisory', 'relation'])
        vi.useRealTimers()
        await held.query('COMMIT')
        await Promise.all([long, second])
      } finally {
        held.release(true)
      }
    },
    SLOWLY_MS,
  )
})
