import type { Knex } from 'knex'

/** Event outbox (services/platform/outbox/event-outbox.ts): written with ordinary rows, relayed to the log later. */
async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE event_streams (
      stream text COLLATE "C" PRIMARY KEY,
      next_revision integer NOT NULL CHECK (next_revision >= 0)
    ) WITH (fillfactor = 70);

    CREATE TABLE event_outbox (
      id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
      stream text COLLATE "C" NOT NULL,
      revision integer NOT NULL,
      event_id uuid NOT NULL UNIQUE,
      type text NOT NULL,
      -- json and not jsonb: relayed as it was written
      data json NOT NULL,
      metadata json NOT NULL,
      recorded_at timestamptz NOT NULL DEFAULT now(),
      -- the commit position in the log; null until it is there
      position bigint,
      UNIQUE (stream, revision)
    );
    CREATE INDEX event_outbox_waiting ON event_outbox (id) WHERE position IS NULL;
  `)
}

async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP TABLE event_outbox, event_streams')
}

export const migration = { name: '0004-event-outbox', up, down }
