import type { Knex } from 'knex'
import { readModels } from '#projections/all.ts'
import { emptyTablesSql, showToEarlierSql } from '#projections/runtime/generations/generations.ts'

/**
 * Checkpoints of the read models, and a first generation. Their tables need no migrations: a change is a new
 * generation, filled from the log.
 */
async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE projection_generations (
      generation integer PRIMARY KEY CHECK (generation > 0),
      live boolean NOT NULL,
      -- of the last event that it holds; null before the first
      position bigint,
      -- the event that it cannot get past; nothing is skipped
      stopped_by jsonb
    ) WITH (fillfactor = 50);
    CREATE UNIQUE INDEX projection_generations_live ON projection_generations (live) WHERE live;
  `)
  await knex.raw(emptyTablesSql(1, readModels))
  await knex.raw('INSERT INTO projection_generations (generation, live) VALUES (1, false)')
  await knex.raw(showToEarlierSql(1, readModels))
}

async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP SCHEMA IF EXISTS read CASCADE')
  const { rows } = await knex.raw<{ rows: { generation: number }[] }>('SELECT generation FROM projection_generations')
  for (const { generation } of rows) await knex.raw(`DROP SCHEMA read_g${generation} CASCADE`)
  await knex.raw('DROP TABLE projection_generations')
}

export const migration = { name: '0002-read-models', up, down }
