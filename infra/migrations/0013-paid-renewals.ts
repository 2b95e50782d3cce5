import type { Knex } from 'knex'

/** A renewal paid early moves the end at once; its plan starts later. */
async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE business_profiles ADD COLUMN next_from timestamptz CHECK (next_from IS NULL OR next_plan IS NOT NULL);
    CREATE INDEX business_profiles_next_from ON business_profiles (next_from) WHERE next_from IS NOT NULL;
  `)
}

async function down(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE business_profiles DROP COLUMN next_from')
}

export const migration = { name: '0013-paid-renewals', up, down }
