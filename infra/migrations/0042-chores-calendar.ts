import type { Knex } from 'knex'

/** Up to when the worker has done what the calendar asks for: a clock that has leapt far beyond it is not believed at once. */
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
