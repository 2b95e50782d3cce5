import type { Knex } from 'knex'

/** H34: who was given a password by somebody else changes it before anything else. */
async function up(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE users ADD COLUMN must_change_password boolean NOT NULL DEFAULT false')
}

async function down(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE users DROP COLUMN must_change_password')
}

export const migration = { name: '0021-staff', up, down }
