import type { Knex } from 'knex'

/** For support: finds people by the beginning of a telephone number. */
async function up(knex: Knex): Promise<void> {
  await knex.raw('CREATE INDEX users_phone ON users (phone text_pattern_ops) WHERE phone IS NOT NULL')
}

async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP INDEX users_phone')
}

export const migration = { name: '0041-people-by-phone', up, down }
