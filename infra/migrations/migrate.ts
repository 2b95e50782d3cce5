/** Migrates a database: `node infra/migrations/migrate.ts` with DATABASE_URL, or by the supervisor. */
import { checkedAddress } from '#platform/env/env-addresses.ts'
import { exitOnError } from '#platform/process/exit-on-error.ts'
import { createKnex, createPool, type Queryable } from '#platform/postgres/postgres.ts'
import { migrations, type Migration } from './all.ts'
import { refuseHalfRestored } from './restore-mark.ts'
import { giveRights } from './rights.ts'

const LOCK = 7_301_077

/**
 * Serialises concurrent processes, because knex creates its lock tables without a lock. Roles get their rights last
 * (rights.ts). Throws if the database is unavailable or half restored, a migration fails, or the schema is of a newer
 * version, which only a backup can revert.
 * `restoring`: called by the restore. `only`: names of the first migrations, for rows of an older version; nobody gets
 * rights then.
 */
export async function migrate(
  databaseUrl: string,
  { restoring = false, only }: { restoring?: boolean; only?: readonly string[] } = {},
): Promise<void> {
  const pool = createPool(databaseUrl, { max: 1, name: 'hatik-migrate', statementTimeoutMs: 0, answerWaitMs: 0 })
  try {
    // A connection of its own holds the lock: one idle in the pool would be closed after ten seconds, during a long
    // migration.
    const holder = await pool.connect()
    try {
      await holder.query('SELECT pg_advisory_lock($1)', [LOCK])
      if (!restoring) await refuseHalfRestored(holder)
      await refuseNewer(holder)
      await migrateAlone(databaseUrl, only ? migrations.filter(({ name }) => only.includes(name)) : migrations)
      if (!only) await giveRights(holder)
    } finally {
      holder.release(true)
    }
  } finally {
    await pool.end()
  }
}

/** Throws for a newer version, which knex would call a corrupt folder. */
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
    `This database was migrated by a newer version of Hatik (${first.name}): start that version, or restore the backup made before it.`,
  )
}

async function migrateAlone(databaseUrl: string, wanted: readonly Migration[]): Promise<void> {
  const knex = createKnex(databaseUrl, { max: 1, name: 'hatik-migrate' })
  try {
    // Under the lock above, a leftover knex lock is stale; concurrent starts once left one with two rows.
    await knex.migrate.forceFreeMigrationsLock()
    await knex.migrate.latest({
      migrationSource: {
        getMigrations: async () => [...wanted],
        getMigrationName: (migration: Migration) => migration.name,
        getMigration: async (migration: Migration) => migration,
      },
    })
  } finally {
    await knex.destroy()
  }
}

if (import.meta.main) {
  await exitOnError(() => migrate(checkedAddress('DATABASE_URL', process.env['DATABASE_URL'])))
}
