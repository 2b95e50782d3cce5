import type { Knex } from 'knex'

/** A password set by somebody else must be changed first (H34). */
async function up(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE users ADD COLUMN must_change_password boolean NOT NULL DEFAULT false')
}

async function down(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE users DROP COLUMN must_change_password')
}

export const migration = { name: '0021-staff', up, down }
