import type { Knex } from 'knex'

/**
 * Accounts of managers (decision 48). `owner_epoch`: session epoch of the owner who invited or allowed the person; a
 * lower one than the owner's opens nothing. Address and hash are those of the open invitation.
 */
async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE users DROP CONSTRAINT users_role_check,
      ADD CONSTRAINT users_role_check CHECK (role IN ('buyer', 'business', 'admin', 'auditor', 'manager'));

    ALTER TABLE business_staff
      ADD COLUMN user_id integer UNIQUE REFERENCES users (id),
      ADD COLUMN owner_epoch integer,
      ADD COLUMN invited_email text,
      ADD COLUMN invitation_hash text UNIQUE,
      ADD COLUMN invitation_expires timestamptz;

    CREATE OR REPLACE FUNCTION tell_staff_changed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_notify('hatik_row_changed', 'staff:' || coalesce(NEW.business_id, OLD.business_id));
      IF OLD.user_id IS NOT NULL THEN
        PERFORM pg_notify('hatik_row_changed', 'managers:' || OLD.user_id);
      END IF;
      RETURN NULL;
    END $$;
  `)
}

async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE OR REPLACE FUNCTION tell_staff_changed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_notify('hatik_row_changed', 'staff:' || coalesce(NEW.business_id, OLD.business_id));
      RETURN NULL;
    END $$;
    ALTER TABLE business_staff DROP COLUMN user_id, DROP COLUMN owner_epoch, DROP COLUMN invited_email,
      DROP COLUMN invitation_hash, DROP COLUMN invitation_expires;
    ALTER TABLE users DROP CONSTRAINT users_role_check,
      ADD CONSTRAINT users_role_check CHECK (role IN ('buyer', 'business', 'admin', 'auditor'));
  `)
}

export const migration = { name: '0050-managers-accounts', up, down }
