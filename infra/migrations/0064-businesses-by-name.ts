import type { Knex } from 'knex'

/** For the administrators' table of businesses, in the order of its names (services/businesses/status/search-businesses.ts). */
async function up(knex: Knex): Promise<void> {
  await knex.raw('CREATE INDEX business_profiles_name ON business_profiles (lower(business_name), user_id)')
}

async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP INDEX business_profiles_name')
}

export const migration = { name: '0064-businesses-by-name', up, down }
