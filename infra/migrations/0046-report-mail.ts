import type { Knex } from 'knex'

/**
 * The hour in Yerevan at which a business gets its day report by mail; null: never. `report_mail_since`: when it was
 * set, so that no mail is due for an earlier hour.
 */
async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE business_profiles
      ADD COLUMN report_mail_hour smallint CHECK (report_mail_hour BETWEEN 18 AND 23),
      ADD COLUMN report_mail_since timestamptz;
    CREATE INDEX business_profiles_report_mails ON business_profiles (report_mail_hour) WHERE report_mail_hour IS NOT NULL;
  `)
}

async function down(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE business_profiles DROP COLUMN report_mail_hour, DROP COLUMN report_mail_since')
}

export const migration = { name: '0046-report-mail', up, down }
