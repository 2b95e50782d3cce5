import type { Knex } from 'knex'

/**
 * A business's own thresholds for unusual acts, as JSON; null: those of the product. `attention_mail_since`: since when
 * days with remarks are mailed, so that no mail is due for an earlier day; null: never.
 */
async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE business_profiles ADD COLUMN attention jsonb, ADD COLUMN attention_mail_since timestamptz;
    CREATE INDEX business_profiles_attention_mails ON business_profiles (attention_mail_since)
      WHERE attention_mail_since IS NOT NULL;
  `)
}

async function down(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE business_profiles DROP COLUMN attention, DROP COLUMN attention_mail_since')
}

export const migration = { name: '0047-attention', up, down }
