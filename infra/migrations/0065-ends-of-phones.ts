import type { Knex } from 'knex'

/** For administrators, who are told the last digits of a telephone number (services/accounts/staff/admin-list.ts). */
async function up(knex: Knex): Promise<void> {
  await knex.raw('CREATE INDEX users_phone_end ON users (reverse(phone) text_pattern_ops)')
}

async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP INDEX users_phone_end')
}

export const migration = { name: '0065-ends-of-phones', up, down }
