import type { Knex } from 'knex'

/** Progress of a self-check, so that it can resume. Drops the index for the oldest checks, which is no longer used. */
async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE self_checks
      -- the last account that is done with; of a sample only where it goes round
      ADD COLUMN after_business integer,
      ADD COLUMN after_buyer integer,
      -- the last business whose totals are done with; null as long as accounts are left
      ADD COLUMN totals_after integer;
    -- what was ended in the middle begins anew, once
    UPDATE self_checks SET accounts = 0, differences = 0 WHERE scope = 'all' AND ended_at IS NULL;
    DROP INDEX account_checks_oldest;
  `)
}

async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE INDEX account_checks_oldest ON account_checks (checked_at);
    ALTER TABLE self_checks DROP COLUMN after_business, DROP COLUMN after_buyer, DROP COLUMN totals_after;
  `)
}

export const migration = { name: '0034-self-check-progress', up, down }
