import type { Knex } from 'knex'

/**
 * Awarded fiscal receipts: one row per business and receipt. Reserved before the append and settled by the account's
 * stream, like quota places.
 */
async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE receipts (
      business_id integer NOT NULL,
      -- as compared: upper case, without spaces
      receipt text NOT NULL,
      award_id uuid NOT NULL UNIQUE,
      -- the account's stream: where it is seen whether the award was written, and whether it was called back
      stream text NOT NULL,
      state text NOT NULL CHECK (state IN ('reserved', 'confirmed')),
      -- this database's clock
      held_since timestamptz NOT NULL,
      -- how often it was asked for; tells whoever settles it that somebody came back meanwhile
      holds integer NOT NULL,
      PRIMARY KEY (business_id, receipt)
    ) WITH (fillfactor = 80);
    CREATE INDEX receipts_open ON receipts (held_since) WHERE state = 'reserved';
  `)
}

async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP TABLE receipts')
}

export const migration = { name: '0012-receipts', up, down }
