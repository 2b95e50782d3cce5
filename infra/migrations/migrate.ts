/** Brings a database to the newest schema: `node infra/migrations/migrate.ts` with DATABASE_URL, or by the supervisor. */
import { createKnex } from '#platform/postgres.ts'
import { migrations, type Migration } from './all.ts'

export async function migrate(databaseUrl: string): Promise<void> {
  const knex = createKnex(databaseUrl, { max: 1, name: 'hatik-migrate' })
  try {
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
  const url = process.env['DATABASE_URL']
  if (!url) throw new Error('DATABASE_URL is not set')
  await migrate(url)
}
