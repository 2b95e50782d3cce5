import type { Knex } from 'knex'

/**
 * Triggers that announce changed people and businesses on commit (services/platform/postgres/row-changes.ts), so that
 * no code can forget it. Payloads are IDs and buyer codes only.
 */
async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE FUNCTION tell_user_changed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_notify('hatik_row_changed', 'users:' || OLD.id);
      PERFORM pg_notify('hatik_row_changed', 'businesses:' || OLD.id);
      IF OLD.buyer_code IS NOT NULL THEN
        PERFORM pg_notify('hatik_row_changed', 'buyer_codes:' || OLD.buyer_code);
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER users_changed AFTER UPDATE OR DELETE ON users FOR EACH ROW EXECUTE FUNCTION tell_user_changed();

    CREATE FUNCTION tell_business_changed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_notify('hatik_row_changed', 'businesses:' || OLD.user_id);
      RETURN NULL;
    END $$;
    CREATE TRIGGER business_profiles_changed AFTER UPDATE OR DELETE ON business_profiles FOR EACH ROW EXECUTE FUNCTION tell_business_changed();
  `)
}

async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TRIGGER users_changed ON users;
    DROP TRIGGER business_profiles_changed ON business_profiles;
    DROP FUNCTION tell_user_changed(), tell_business_changed()`)
}

export const migration = { name: '0031-row-changes', up, down }
