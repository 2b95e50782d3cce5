import type { Knex } from 'knex'

/** Mail outbox (services/platform/mail/mail-outbox.ts): written with its cause, sent later. */
async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE mail_outbox (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      -- what it is about and which time it happened: one cause is one mail
      cause text NOT NULL UNIQUE,
      template text NOT NULL,
      user_id integer NOT NULL,
      -- where it is not the user's own address: a new one to be verified, or an erased person's last one. Emptied once sent
      to_address text,
      -- null is the user's own language
      language text CHECK (language IN ('am', 'en')),
      -- what the template needs beside the user's rows. Emptied once sent
      parameters jsonb NOT NULL DEFAULT '{}',
      state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'dropped', 'dead')),
      attempts integer NOT NULL DEFAULT 0,
      next_attempt_at timestamptz NOT NULL DEFAULT now(),
      -- after this it would say something that no longer holds
      useful_until timestamptz,
      failure text,
      created_at timestamptz NOT NULL DEFAULT now(),
      ended_at timestamptz
    );
    CREATE INDEX mail_outbox_waiting ON mail_outbox (next_attempt_at) WHERE state = 'waiting';
    CREATE INDEX mail_outbox_dead ON mail_outbox (ended_at) WHERE state = 'dead';
    CREATE INDEX mail_outbox_user ON mail_outbox (user_id);

    -- Written by itself, just before a mail's last byte goes out: from then on nobody can know that it did not arrive,
    -- so it is never sent again. A row here cannot be written twice.
    CREATE TABLE mail_handovers (
      mail_id uuid PRIMARY KEY,
      handed_over_at timestamptz NOT NULL DEFAULT now()
    );
  `)
}

async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP TABLE mail_handovers, mail_outbox')
}

export const migration = { name: '0005-mail-outbox', up, down }
