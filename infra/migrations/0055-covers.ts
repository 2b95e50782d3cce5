import type { Knex } from 'knex'

/** Cover picture of a business, stored beside its logo (decision 57). */
async function up(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE business_profiles ADD COLUMN cover_url text')
}

async function down(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE business_profiles DROP COLUMN cover_url')
}

export const migration = { name: '0055-covers', up, down }
