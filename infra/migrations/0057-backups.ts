import type { Knex } from 'knex'

/** Outcome of each backup that was taken into a folder. */
async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE backups (
      id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
      started_at timestamptz NOT NULL,
      ended_at timestamptz NOT NULL,
      -- null: it failed
      bytes bigint
    )
  `)
}

async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP TABLE backups')
}

export const migration = { name: '0057-backups', up, down }
