import type { Knex } from 'knex'

/**
 * Settings of the installation (H37), and responses to keyed writes of ordinary rows, stored in the write's
 * transaction.
 */
async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE settings (
      name text PRIMARY KEY,
      value jsonb NOT NULL,
      -- users.id of the administrator; no reference, so that an erased person leaves the setting
      set_by integer,
      set_at timestamptz NOT NULL DEFAULT now()
    );

    CREATE TABLE keyed_writes (
      user_id integer NOT NULL,
      key text NOT NULL,
      -- a digest of the call and its input: the same key with another input is refused
      input_hash text NOT NULL,
      -- null only inside the transaction that carries the write out
      reply jsonb,
      written_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (user_id, key)
    );
    CREATE INDEX keyed_writes_age ON keyed_writes (written_at);
  `)
}

async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP TABLE keyed_writes, settings')
}

export const migration = { name: '0010-settings', up, down }
