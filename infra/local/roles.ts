/**
 * Roles of the embedded PostgreSQL (decision 41); rights are in infra/migrations/rights.ts. The superuser only creates
 * roles and databases, and the owner runs migrations and commands. API, worker and event store have a role each.
 */
import pg from 'pg'
import { createSchema } from '../eventstore/log/schema.ts'
import { API_ROLE, WORKER_ROLE } from '../migrations/rights.ts'
import { asRole, EVENTS_ROLE, OWNER_ROLE, ROLES, type Role } from './role-address.ts'
import { createDatabase, eventsDatabase, onDatabase } from './servers/database.ts'

export { API_ROLE, asRole, EVENTS_ROLE, OWNER_ROLE, WORKER_ROLE, type Role }

/** Creates or corrects the roles. `superuserUrl`: any database of the server. Throws PostgreSQL's errors. */
export async function makeRoles(superuserUrl: string): Promise<void> {
  await onDatabase(superuserUrl, async (client) => {
    const found = await client.query<{ rolname: string }>('SELECT rolname FROM pg_roles WHERE rolname = ANY($1)', [
      ROLES,
    ])
    const known = new Set(found.rows.map(({ rolname }) => rolname))
    for (const role of ROLES) {
      const password = pg.escapeLiteral(new URL(asRole(superuserUrl, role)).password)
      await client.query(
        `${known.has(role) ? 'ALTER' : 'CREATE'} ROLE ${role} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD ${password}`,
      )
    }
    // Read models belong to the worker; the owner acts in its name.
    await client.query(`GRANT ${WORKER_ROLE} TO ${OWNER_ROLE}`)
  })
}

/**
 * Gives the database and the superuser's objects in it to the owner, for upgrades from versions without roles, and
 * revokes public access. Idempotent; throws PostgreSQL's errors.
 */
export async function handOver(superuserUrl: string): Promise<void> {
  await onDatabase(superuserUrl, async (client) => {
    await client.query(`
      DO $$ DECLARE each record; BEGIN
        EXECUTE format('ALTER DATABASE %1$I OWNER TO ${OWNER_ROLE}; REVOKE ALL ON DATABASE %1$I FROM PUBLIC', current_database());
        FOR each IN SELECT 'SCHEMA' AS kind, quote_ident(nspname) AS name FROM pg_namespace WHERE nspname LIKE 'read%' AND nspowner = current_user::regrole
          UNION ALL SELECT 'TABLE', c.oid::regclass::text FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE (nspname = 'public' OR nspname LIKE 'read%') AND relkind IN ('r', 'v') AND relowner = current_user::regrole
          UNION ALL SELECT 'FUNCTION', p.oid::regprocedure::text FROM pg_proc p WHERE pronamespace = 'public'::regnamespace AND proowner = current_user::regrole
        LOOP
          EXECUTE format('ALTER %s %s OWNER TO ${OWNER_ROLE}', each.kind, each.name);
        END LOOP;
      END $$`)
  })
}

/**
 * Creates the event store's database and table, owned by the superuser: the store may only read and add events. Returns
 * its address. Call while no store runs; throws PostgreSQL's errors.
 */
export async function openEventsDatabase(superuserUrl: string): Promise<string> {
  const events = eventsDatabase(superuserUrl)
  await createDatabase(events)
  await onDatabase(events, async (client) => {
    await createSchema(client)
    await client.query(`
      DO $$ BEGIN EXECUTE format('REVOKE ALL ON DATABASE %1$I FROM PUBLIC; GRANT CONNECT ON DATABASE %1$I TO ${EVENTS_ROLE}', current_database()); END $$;
      REVOKE ALL ON TABLE events FROM ${EVENTS_ROLE};
      GRANT SELECT, INSERT ON TABLE events TO ${EVENTS_ROLE}`)
  })
  return asRole(events, EVENTS_ROLE)
}
