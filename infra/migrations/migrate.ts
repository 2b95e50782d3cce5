/** Migrates a database: `node infra/migrations/migrate.ts` with DATABASE_URL, or by the supervisor. */
import { checkedAddress } from '#platform/env/env-addresses.ts'
import { exitOnError } from '#platform/process/exit-on-error.ts'
import { createKnex } from '#platform/postgres/knex.ts'
import { createPool, type Queryable } from '#platform/postgres/postgres.ts'
import { migrations, type Migration } from './all.ts'
import { contractsAfter } from './contract-step.ts'
import { refuseHalfRestored } from './restore-mark.ts'
import { giveRights } from './rights.ts'

const LOCK = 7_301_077

/**
 * Serialises concurrent processes, because knex creates its lock tables without a lock. Roles get their rights last
 * (rights.ts). Leaves the schema of a newer version as it is if this one can run on it; only a backup reverts it.
 * Throws if it cannot, if the database is unavailable or half restored, or if a migration fails.
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
      if (await isOfNewer(holder)) return
      await migrateAlone(databaseUrl, only ? migrations.filter(({ name }) => only.includes(name)) : migrations)
      if (!only) await giveRights(holder)
    } finally {
      holder.release(true)
    }
  } finally {
    await pool.end()
  }
}

/** True if a newer version has migrated it, which knex would call a corrupt folder. Throws if this one cannot run on it. */
async function isOfNewer(db: Queryable): Promise<boolean> {
  const { rows: tables } = await db.query(
    `SELECT FROM pg_tables WHERE schemaname = current_schema() AND tablename = 'knex_migrations'`,
  )
  if (tables.length === 0) return false
  const { rows } = await db.query<{ name: string }>('SELECT name FROM knex_migrations ORDER BY id')
  const done = new Set(rows.map(({ name }) => name))
  const newer = [...done].filter((name) => !migrations.some((own) => own.name === name))
  if (newer.length === 0) return false
  const lacks = migrations.some(({ name }) => !done.has(name))
  const last = migrations.at(-1)?.name ?? ''
  const refusing = lacks ? newer[0] : newer.find((name) => (contractsAfter(name) ?? '') > last)
  if (refusing === undefined) return true
  throw new Error(
    `This database was migrated by a newer version of Hatik (${refusing}): start that version, or restore the backup made before it.`,
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
