import type { Knex } from 'knex'

/**
 * Folded accounts at a revision (decision 68): a cache, so a crash may empty it. Texts are kept as they are, because
 * decompressing them costs more than reading them.
 */
async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE UNLOGGED TABLE account_snapshots (
      stream text COLLATE "C" NOT NULL,
      version integer NOT NULL,
      revision integer NOT NULL,
      last_event_id uuid NOT NULL,
      head text NOT NULL,
      awards text NOT NULL,
      commands text NOT NULL,
      PRIMARY KEY (stream, version)
    );
    ALTER TABLE account_snapshots ALTER COLUMN awards SET STORAGE EXTERNAL, ALTER COLUMN commands SET STORAGE EXTERNAL`)
}

async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP TABLE account_snapshots')
}

export const migration = { name: '0060-account-snapshots', up, down }
