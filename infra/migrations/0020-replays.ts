import type { Knex } from 'knex'

/** Replays: state, progress, diff and approvals. Written by the worker with the advisory lock. */
async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE projection_generations ADD COLUMN events bigint NOT NULL DEFAULT 0;
    UPDATE projection_generations SET events = (SELECT coalesce(sum(events), 0) FROM read.account_balances) WHERE live;

    CREATE TABLE replays (
      id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
      generation integer NOT NULL UNIQUE,
      state text NOT NULL CHECK (state IN
        ('building', 'comparing', 'ready', 'awaiting_second', 'switching', 'switched', 'discarded', 'failed')),
      -- an upgrade switches by itself: today's code cannot write yesterday's tables
      kind text NOT NULL CHECK (kind IN ('asked', 'upgrade')),
      reason text NOT NULL,
      -- users.id; null for a command on the machine, or the installation itself
      started_by integer,
      started_at timestamptz NOT NULL DEFAULT now(),
      events bigint NOT NULL DEFAULT 0,
      events_total bigint NOT NULL DEFAULT 0,
      events_per_second double precision NOT NULL DEFAULT 0,
      position bigint,
      updated_at timestamptz NOT NULL DEFAULT now(),
      -- json and not jsonb: as it was found
      diff json,
      switch_asked_by integer,
      switch_approved_by integer,
      ended_at timestamptz,
      error text
    ) WITH (fillfactor = 50);
    CREATE UNIQUE INDEX replays_open ON replays ((true)) WHERE ended_at IS NULL;
  `)
}

async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP TABLE replays; ALTER TABLE projection_generations DROP COLUMN events')
}

export const migration = { name: '0020-replays', up, down }
