/**
 * What each process may do in the application's database (performance.md 5.2 I10, decision 41): the API and the worker have roles of their own, which own
 * no table of it. A right that no statement of the process needs is not given: what is only ever added to cannot be changed or deleted by it,
 * whatever its code does. A table that has no line here is closed to both, and a test says so.
 */
import type { Queryable } from '#platform/postgres/postgres.ts'

export const API_ROLE = 'hatik_api'
export const WORKER_ROLE = 'hatik_worker'

type Rights = { api: readonly string[]; worker: readonly string[] }

const READ = ['SELECT']
/** Added to, and never changed or deleted. */
const ADD = ['SELECT', 'INSERT']
/** A row stays, and changes. */
const KEEP = ['SELECT', 'INSERT', 'UPDATE']
const ALL = ['SELECT', 'INSERT', 'UPDATE', 'DELETE']
const NONE: readonly string[] = []

/** Number, parties and sums of an invoice stay as they were issued (decision 24); what becomes of it changes. */
const INVOICE = [
  ...ADD,
  'UPDATE (state, paid_at, cancelled_at, period_start, period_end, payment_reference, confirmed_by)',
]

/** Of every table in the schema `public`. */
export const TABLE_RIGHTS: Readonly<Record<string, Rights>> = {
  // People and businesses: whoever leaves is emptied of what is personal, and stays as a number (H25).
  users: { api: KEEP, worker: ['SELECT', 'UPDATE'] },
  business_profiles: { api: KEEP, worker: ['SELECT', 'UPDATE'] },
  perks: { api: KEEP, worker: ['SELECT', 'UPDATE'] },
  retired_codes: { api: ADD, worker: ADD },
  account_closings: { api: ADD, worker: KEEP },
  reviews: { api: ALL, worker: ['SELECT', 'DELETE'] },
  business_ratings: { api: KEEP, worker: ['SELECT', 'UPDATE'] },
  settings: { api: KEEP, worker: READ },
  demo_seeds: { api: READ, worker: READ },
  keyed_writes: { api: ALL, worker: ['SELECT', 'UPDATE', 'DELETE'] },

  // Added to. A repeated refusal is counted in its row, and a person who leaves takes her devices' names along.
  security_log: {
    api: [...ADD, 'UPDATE (times, last_at, device)'],
    worker: [...ADD, 'UPDATE (times, last_at, device)', 'DELETE'],
  },

  // Bills and limits.
  invoices: { api: INVOICE, worker: INVOICE },
  invoice_numbers: { api: KEEP, worker: KEEP },
  quota: { api: KEEP, worker: KEEP },
  quota_reservations: { api: ALL, worker: ['SELECT', 'UPDATE', 'DELETE'] },
  receipts: { api: ALL, worker: ['SELECT', 'UPDATE', 'DELETE'] },

  // On its way out. An event is relayed as it was written: where it stands in the log is all that is added.
  event_streams: { api: KEEP, worker: KEEP },
  event_outbox: { api: ADD, worker: [...ADD, 'UPDATE (position)'] },
  mail_outbox: { api: KEEP, worker: KEEP },
  mail_handovers: { api: ['SELECT', 'DELETE'], worker: ['SELECT', 'INSERT', 'DELETE'] },
  mail_requests: { api: ['SELECT', 'INSERT', 'DELETE'], worker: ['SELECT', 'UPDATE', 'DELETE'] },
  redemption_reminders: { api: READ, worker: ALL },
  chores_calendar: { api: NONE, worker: KEEP },

  // The Merkle log: leaves, nodes and signed heads are added by the worker, and by nobody changed.
  ledger_leaves: { api: READ, worker: ADD },
  ledger_nodes: { api: READ, worker: ADD },
  ledger_heads: { api: READ, worker: ADD },
  ledger_keys: { api: READ, worker: ADD },
  ledger_seal: { api: READ, worker: READ },

  // Read models: the API asks for a rebuild, the worker builds. What it finds where it checks the ledger stays.
  projection_generations: { api: ADD, worker: ALL },
  replays: { api: KEEP, worker: KEEP },
  self_checks: { api: ADD, worker: ALL },
  account_checks: { api: READ, worker: KEEP },
  check_findings: { api: READ, worker: KEEP },

  // The migrations' own.
  knex_migrations: { api: NONE, worker: NONE },
  knex_migrations_lock: { api: NONE, worker: NONE },
}

/** Of the sequences that statements name; the others belong to identity columns, and need no right. The worker moves it past ids of the log (decision 36). */
const SEQUENCE_RIGHTS = `GRANT SELECT, UPDATE ON SEQUENCE users_id_seq TO ${WORKER_ROLE};`

/** The schemas of the read models: they are the worker's own, since it makes, fills and drops them. */
const READ_MODELS = `nspname = 'read' OR nspname ~ '^read_g[0-9]+$'`

const grants = (role: string, of: keyof Rights): string =>
  Object.entries(TABLE_RIGHTS)
    .filter(([, rights]) => rights[of].length > 0)
    .map(([table, rights]) => `GRANT ${rights[of].join(', ')} ON TABLE ${table} TO ${role};`)
    .join('\n')

/** One simple query is one transaction: a process that works meanwhile never misses a right. */
const GIVE = `
  DO $$ BEGIN EXECUTE format('GRANT CONNECT ON DATABASE %1$I TO ${API_ROLE}, ${WORKER_ROLE}; GRANT CREATE ON DATABASE %1$I TO ${WORKER_ROLE}', current_database()); END $$;
  REVOKE ALL ON TABLE ${Object.keys(TABLE_RIGHTS).join(', ')} FROM ${API_ROLE}, ${WORKER_ROLE};
  ${grants(API_ROLE, 'api')}
  ${grants(WORKER_ROLE, 'worker')}
  ${SEQUENCE_RIGHTS}

  -- What the migrations made, or a worker of a version without roles.
  DO $$ DECLARE each record; BEGIN
    FOR each IN SELECT nspname, nspowner FROM pg_namespace WHERE ${READ_MODELS} LOOP
      IF each.nspowner <> '${WORKER_ROLE}'::regrole THEN
        EXECUTE format('ALTER SCHEMA %I OWNER TO ${WORKER_ROLE}', each.nspname);
      END IF;
      EXECUTE format('GRANT USAGE ON SCHEMA %1$I TO ${API_ROLE}; GRANT SELECT ON ALL TABLES IN SCHEMA %1$I TO ${API_ROLE}', each.nspname);
    END LOOP;
    FOR each IN SELECT c.oid::regclass AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
                WHERE (${READ_MODELS}) AND c.relkind IN ('r', 'v') AND c.relowner <> '${WORKER_ROLE}'::regrole LOOP
      EXECUTE format('ALTER TABLE %s OWNER TO ${WORKER_ROLE}', each.name);
    END LOOP;
  END $$;
  -- And what the worker will make.
  ALTER DEFAULT PRIVILEGES FOR ROLE ${WORKER_ROLE} GRANT USAGE ON SCHEMAS TO ${API_ROLE};
  ALTER DEFAULT PRIVILEGES FOR ROLE ${WORKER_ROLE} GRANT SELECT ON TABLES TO ${API_ROLE};`

/**
 * Gives both roles exactly these rights, where the server has them and the caller, who owns the tables, is a member of the worker's. Otherwise one address
 * serves every process, and nothing is done. Throws what PostgreSQL says where it refuses. May be repeated.
 */
export async function giveRights(db: Queryable): Promise<void> {
  const { rows } = await db.query<{ both: boolean }>(
    `SELECT count(*) = 2 AND bool_or(rolname = $2 AND pg_has_role(rolname, 'MEMBER')) AS both FROM pg_roles WHERE rolname IN ($1, $2)`,
    [API_ROLE, WORKER_ROLE],
  )
  if (rows[0]?.both === true) await db.query(GIVE)
}
