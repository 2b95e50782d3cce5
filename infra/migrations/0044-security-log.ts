import type { Knex } from 'knex'

/**
 * Sign-ins, refusals and account changes, as IDs and results. Repetitions share one row per hour (`slot`), so that no
 * caller fills the table. `device`: browser and system, emptied when the person leaves (H25).
 */
async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE security_log (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      what text NOT NULL,
      result text NOT NULL,
      user_id integer,
      device text NOT NULL DEFAULT '',
      times integer NOT NULL DEFAULT 1,
      at timestamptz NOT NULL,
      last_at timestamptz NOT NULL,
      slot timestamptz
    );
    CREATE UNIQUE INDEX security_log_repeated ON security_log (what, result, coalesce(user_id, 0), slot);
    CREATE INDEX security_log_of_person ON security_log (user_id, id);
    CREATE INDEX security_log_by_time ON security_log (last_at);
  `)
}

async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP TABLE security_log')
}

export const migration = { name: '0044-security-log', up, down }
