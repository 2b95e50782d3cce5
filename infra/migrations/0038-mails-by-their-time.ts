import type { Knex } from 'knex'

/** Waiting mails in sending order, those that expire first (services/platform/mail/mail-outbox.ts). */
async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP INDEX mail_outbox_waiting;
    CREATE INDEX mail_outbox_waiting ON mail_outbox (useful_until, next_attempt_at) WHERE state = 'waiting';
  `)
}

async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP INDEX mail_outbox_waiting;
    CREATE INDEX mail_outbox_waiting ON mail_outbox (next_attempt_at) WHERE state = 'waiting';
  `)
}

export const migration = { name: '0038-mails-by-their-time', up, down }
