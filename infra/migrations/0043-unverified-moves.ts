import type { Knex } from 'knex'

/** New addresses awaiting verification (H20): few, and searched every half minute for expired links. */
async function up(knex: Knex): Promise<void> {
  await knex.raw(
    'CREATE INDEX users_unverified_moves ON users (email_verification_expires) WHERE pending_email IS NOT NULL',
  )
}

async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP INDEX users_unverified_moves')
}

export const migration = { name: '0043-unverified-moves', up, down }
