import type { Knex } from 'knex'

/** The last trusted time of the worker's chores; a clock far beyond it is not trusted at once. */
async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE chores_calendar (
      one boolean PRIMARY KEY DEFAULT true CHECK (one),
      reached_at timestamptz NOT NULL
    )
  `)
}

async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP TABLE chores_calendar')
}

export const migration = { name: '0042-chores-calendar', up, down }
