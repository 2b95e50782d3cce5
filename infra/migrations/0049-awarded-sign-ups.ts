import type { Knex } from 'knex'

/**
 * `awarded_at`: when an unverified buyer's account was last about to get points, written before each award. Accounts
 * with it are neither taken over nor erased while they may have points (decision 51).
 */
async function up(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE users ADD COLUMN awarded_at timestamptz')
}

async function down(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE users DROP COLUMN awarded_at')
}

export const migration = { name: '0049-awarded-sign-ups', up, down }
