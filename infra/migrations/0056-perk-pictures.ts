import type { Knex } from 'knex'

/** Picture of a perk, stored beside the logo of its business (decision 59). */
async function up(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE perks ADD COLUMN picture_url text')
}

async function down(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE perks DROP COLUMN picture_url')
}

export const migration = { name: '0056-perk-pictures', up, down }
