import type { Knex } from 'knex'

/** Partial indexes for the few people that chores and pages search every half minute, instead of reading everybody. */
async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- whoever has been sent a link and has not opened it (decision 35)
    CREATE INDEX users_unverified ON users (email_verification_expires)
      WHERE NOT email_verified AND erased_at IS NULL AND email_verification_expires IS NOT NULL;
    CREATE INDEX users_id_documents ON users (id_document_url) WHERE id_document_url IS NOT NULL;
    CREATE INDEX users_staff ON users (role) WHERE role IN ('admin', 'auditor');
    -- buyers who have left (H25): in the buyers' table their accounts come first until they are closed
    CREATE INDEX users_without_code ON users (id) WHERE role = 'buyer' AND buyer_code IS NULL;
  `)
}

async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP INDEX users_unverified, users_id_documents, users_staff, users_without_code')
}

export const migration = { name: '0037-people-looked-for', up, down }
