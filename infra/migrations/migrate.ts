/** Brings a database to the newest schema: `node infra/migrations/migrate.ts` with DATABASE_URL, or by the supervisor. */
import { checkedAddress } from '#platform/env/env-addresses.ts'
import { orEnd } from '#platform/process/or-end.ts'
import { createKnex, createPool, type Queryable } from '#platform/postgres/postgres.ts'
import { migrations, type Migration } from './all.ts'
import { giveRights } from './rights.ts'

const LOCK = 7_301_077

/**
 * One process at a time, however many begin at once: knex makes its own lock only after it has made the tables for it, and those twice.
 * The others wait, and then find everything done. The roles of API and worker get their rights last (rights.ts), where there are such. Throws where the
 * database is away or a migration fails, and for a database of a newer version: there is no way back but the backup.
 */
export async function migrate(databaseUrl: string): Promise<void> {
  const pool = createPool(databaseUrl, { max: 1, name: 'hatik-migrate', statementTimeoutMs: 0, answerWaitMs: 0 })
  try {
    // The lock is of this connection, and is free again when it ends, however it does. Taken out of its pool until then: one that lay there idle
    // would be ended after ten seconds, in the middle of a long migration.
    const holder = await pool.connect()
    try {
      await holder.query('SELECT pg_advisory_lock($1)', [LOCK])
      await refuseNewer(holder)
      await migrateAlone(databaseUrl)
      await giveRights(holder)
    } finally {
      holder.release(true)
    }
  } finally {
    await pool.end()
  }
}

/** What knex calls a corrupt folder. Tables that are not there yet are of no version. */
async function refuseNewer(db: Queryable): Promise<void> {
  const { rows: tables } = await db.query(
    `SELECT FROM pg_tables WHERE schemaname = current_schema() AND tablename = 'knex_migrations'`,
  )
  if (tables.length === 0) return
  const { rows } = await db.query<{ name: string }>(
    'SELECT name FROM knex_migrations WHERE name <> ALL ($1) ORDER BY id',
    [migrations.map(({ name }) => name)],
  )
  const [first] = rows
  if (!first) return
  throw new Error(
    `This database was used by a newer version of Hatik (it has had ${first.name}): start that version, or restore the backup made before it.`,
  )
}

async function migrateAlone(databaseUrl: string): Promise<void> {
  const knex = createKnex(databaseUrl, { max: 1, name: 'hatik-migrate' })
  try {
    // Nobody else migrates now. Two that began at once without the lock above left a table of two rows, which nobody could take any more.
    await knex.migrate.forceFreeMigrationsLock()
    await knex.migrate.latest({
      migrationSource: {
        getMigrations: async () => [...migrations],
        getMigrationName: (migration: Migration) => migration.name,
        getMigration: async (migration: Migration) => migration,
      },
    })
  } finally {
    await knex.destroy()
  }
}

if (import.meta.main) {
  await orEnd(() => migrate(checkedAddress('DATABASE_URL', process.env['DATABASE_URL'])))
}
