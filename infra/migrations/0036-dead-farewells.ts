import type { Knex } from 'knex'

/** H25: a dead mail to somebody who has left keeps no address, as none does since. It cannot be sent again by hand. */
async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    UPDATE mail_outbox SET state = 'dropped', to_address = NULL, parameters = '{}'
    WHERE state = 'dead' AND user_id IN (SELECT id FROM users WHERE erased_at IS NOT NULL)
  `)
}

/** What was forgotten stays so. */
async function down(): Promise<void> {}

export const migration = { name: '0036-dead-farewells', up, down }
