import type { Knex } from 'knex'

/**
 * Reminders of unused redemption codes, with the expiry stated (H5, decision 32). Only codes listed here can expire.
 */
async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE redemption_reminders (
      redemption_id uuid PRIMARY KEY,
      reminded_at timestamptz NOT NULL,
      -- the mail's, in the outbox
      cause text NOT NULL,
      -- since when codes ended after so many days, as the mail said; null where they did not end
      ttl_since timestamptz,
      -- of Yerevan's calendar
      last_day date,
      CHECK ((ttl_since IS NULL) = (last_day IS NULL))
    );
    CREATE INDEX redemption_reminders_ending ON redemption_reminders (last_day) WHERE last_day IS NOT NULL;
  `)
}

async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP TABLE redemption_reminders')
}

export const migration = { name: '0032-redemption-reminders', up, down }
