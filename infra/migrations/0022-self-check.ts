import type { Knex } from 'knex'

/** Runs and findings of the ledger's self-check. */
async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE self_checks (
      id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
      scope text NOT NULL CHECK (scope IN ('sample', 'all')),
      -- null: asked for, and not begun yet
      started_at timestamptz,
      ended_at timestamptz,
      accounts integer NOT NULL DEFAULT 0,
      differences integer NOT NULL DEFAULT 0
    );

    CREATE TABLE account_checks (
      business_id integer NOT NULL,
      buyer_id integer NOT NULL,
      checked_at timestamptz NOT NULL,
      agrees boolean NOT NULL,
      -- of the read models, when they were compared
      position bigint,
      PRIMARY KEY (business_id, buyer_id)
    ) WITH (fillfactor = 70);
    CREATE INDEX account_checks_oldest ON account_checks (checked_at);

    CREATE TABLE check_findings (
      id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
      business_id integer NOT NULL,
      buyer_id integer NOT NULL,
      -- table, key and column
      what text NOT NULL,
      expected text,
      found text,
      found_at timestamptz NOT NULL,
      cleared_at timestamptz
    );
    CREATE UNIQUE INDEX check_findings_open ON check_findings (business_id, buyer_id, what) WHERE cleared_at IS NULL;
  `)
}

async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP TABLE check_findings, account_checks, self_checks')
}

export const migration = { name: '0022-self-check', up, down }
