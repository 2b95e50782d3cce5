import type { Knex } from 'knex'

/** Forgets the address of dead mails to people who left (H25); they cannot be resent. */
async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    UPDATE mail_outbox SET state = 'dropped', to_address = NULL, parameters = '{}'
    WHERE state = 'dead' AND user_id IN (SELECT id FROM users WHERE erased_at IS NOT NULL)
  `)
}

/** Irreversible. */
async function down(): Promise<void> {}

export const migration = { name: '0036-dead-farewells', up, down }
