import type { Knex } from 'knex'

/**
 * People of a shop and its tills. Ids are UUIDs, because a sequence in a restored backup would give the ids in the log
 * to other people (decision 36). Both tell of their changes, so that a revoked till stops within two seconds.
 */
async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE business_staff (
      id uuid PRIMARY KEY,
      business_id integer NOT NULL REFERENCES users (id),
      name text NOT NULL,
      role text NOT NULL CHECK (role IN ('manager', 'cashier')),
      pin_hash text NOT NULL,
      active boolean NOT NULL DEFAULT true,
      created_at timestamptz NOT NULL DEFAULT now(),
      removed_at timestamptz
    );
    CREATE INDEX business_staff_of_business ON business_staff (business_id);

    CREATE TABLE tills (
      id uuid PRIMARY KEY,
      business_id integer NOT NULL REFERENCES users (id),
      branch_id uuid,
      name text NOT NULL,
      locks_after_seconds integer NOT NULL,
      code_hash text UNIQUE,
      code_expires_at timestamptz,
      pairing uuid,
      paired_by text,
      paired_at timestamptz,
      revoked_at timestamptz,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX tills_of_business ON tills (business_id);

    CREATE FUNCTION tell_staff_changed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_notify('hatik_row_changed', 'staff:' || coalesce(NEW.business_id, OLD.business_id));
      RETURN NULL;
    END $$;
    CREATE TRIGGER business_staff_changed AFTER INSERT OR UPDATE OR DELETE ON business_staff
      FOR EACH ROW EXECUTE FUNCTION tell_staff_changed();

    CREATE FUNCTION tell_till_changed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_notify('hatik_row_changed', 'tills:' || OLD.id);
      RETURN NULL;
    END $$;
    CREATE TRIGGER tills_changed AFTER UPDATE OR DELETE ON tills FOR EACH ROW EXECUTE FUNCTION tell_till_changed();
  `)
}

async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP TABLE tills, business_staff; DROP FUNCTION tell_till_changed(), tell_staff_changed()')
}

export const migration = { name: '0045-people-and-tills', up, down }
