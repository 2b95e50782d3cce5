import type { Knex } from 'knex'

/**
 * Passkeys (decision 52). `passkey_handle`: random, names a person to devices. `counter`: the authenticator's last
 * signature counter, 0 if it has none.
 */
async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE passkeys (
      id uuid PRIMARY KEY,
      user_id integer NOT NULL REFERENCES users (id),
      credential_id text NOT NULL UNIQUE,
      public_key bytea NOT NULL,
      counter bigint NOT NULL,
      transports text[] NOT NULL,
      name text NOT NULL,
      created_at timestamptz NOT NULL,
      last_used_at timestamptz
    );
    ALTER TABLE users ADD COLUMN passkey_handle text;
    CREATE INDEX passkeys_of_person ON passkeys (user_id);
  `)
}

async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP TABLE passkeys; ALTER TABLE users DROP COLUMN passkey_handle')
}

export const migration = { name: '0051-passkeys', up, down }
