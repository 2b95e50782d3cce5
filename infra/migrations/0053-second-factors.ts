import type { Knex } from 'knex'

/**
 * Authenticator apps of staff (decision 55). `secret`: sealed. `last_step`: the newest step of 30 s whose code was
 * used. Recovery codes stand as hashes.
 */
async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE totp_secrets (
      user_id integer PRIMARY KEY REFERENCES users (id),
      id uuid NOT NULL,
      secret text NOT NULL,
      active_since timestamptz,
      last_step bigint NOT NULL DEFAULT 0
    );
    CREATE TABLE recovery_codes (
      hash text PRIMARY KEY,
      user_id integer NOT NULL REFERENCES users (id),
      used_at timestamptz
    );
    CREATE INDEX recovery_codes_of_person ON recovery_codes (user_id);
  `)
}

async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP TABLE recovery_codes; DROP TABLE totp_secrets')
}

export const migration = { name: '0053-second-factors', up, down }
