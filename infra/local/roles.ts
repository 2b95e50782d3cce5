/**
 * The roles of the embedded PostgreSQL (decision 41). Its superuser makes them and the databases, and serves no request: the migrations and the commands of
 * this machine are the owner's, the API, the worker and the event store have a role each, with what infra/migrations/rights.ts gives them.
 */
import { createHmac } from 'node:crypto'
import pg from 'pg'
import { createSchema } from '../eventstore/log/schema.ts'
import { API_ROLE, WORKER_ROLE } from '../migrations/rights.ts'
import { createDatabase, eventsDatabase, onDatabase } from './servers/database.ts'

export const OWNER_ROLE = 'hatik_owner'
/** Of the event store: it reads and adds events, in its own database alone. */
export const EVENTS_ROLE = 'hatik_events'
export { API_ROLE, WORKER_ROLE }

const roles = [OWNER_ROLE, API_ROLE, WORKER_ROLE, EVENTS_ROLE] as const
export type Role = (typeof roles)[number]

/** The same database for a role. Its password follows from the superuser's, and not the other way round: there is no further file to lose or to keep. */
export function asRole(superuserUrl: string, role: Role): string {
  const url = new URL(superuserUrl)
  url.password = createHmac('sha256', decodeURIComponent(url.password)).update(role).digest('hex')
  url.username = role
  return url.href
}

/** Makes what is missing of the roles; those that are there get what they should have. `superuserUrl`: any database of the server. Throws what PostgreSQL says. */
export async function makeRoles(superuserUrl: string): Promise<void> {
  await onDatabase(superuserUrl, async (client) => {
    const found = await client.query<{ rolname: string }>('SELECT rolname FROM pg_roles WHERE rolname = ANY($1)', [
      roles,
    ])
    const known = new Set(found.rows.map(({ rolname }) => rolname))
    for (const role of roles) {
      const password = pg.escapeLiteral(new URL(asRole(superuserUrl, role)).password)
      await client.query(
        `${known.has(role) ? 'ALTER' : 'CREATE'} ROLE ${role} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD ${password}`,
      )
    }
    // The read models are the worker's: the owner gives them to it, and replays from the command line make them in its name.
    await client.query(`GRANT ${WORKER_ROLE} TO ${OWNER_ROLE}`)
  })
}

/**
 * Gives the database of this address to the owner, with whatever the superuser made in it: versions without roles did everything as superuser. Nobody but
 * those who are let in by name may connect to it any more. May be repeated; throws what PostgreSQL says.
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
 * Makes the event store's database and table beside the database of this address, or finds them. They stay the superuser's: the store may add events and read
 * them, and nobody else comes in (performance.md 5.2 I10). The address for the store. To be called while no store runs on it; throws what PostgreSQL says.
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
