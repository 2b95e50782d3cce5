/**
 * Rights of API and worker in the application's database (decision 41). They own no tables and get only needed rights,
 * so append-only tables are safe from their code. A test ensures that every table is listed.
 */
import type { Queryable } from '#platform/postgres/postgres.ts'

export const API_ROLE = 'hatik_api'
export const WORKER_ROLE = 'hatik_worker'

type Rights = { api: readonly string[]; worker: readonly string[] }

const READ = ['SELECT']
/** Append-only. */
const ADD = ['SELECT', 'INSERT']
/** Rows are never deleted. */
const KEEP = ['SELECT', 'INSERT', 'UPDATE']
const ALL = ['SELECT', 'INSERT', 'UPDATE', 'DELETE']
const NONE: readonly string[] = []

/** Number, parties and sums stay as issued (decision 24); only the state changes. */
const INVOICE = [
  ...ADD,
  'UPDATE (state, paid_at, cancelled_at, period_start, period_end, payment_reference, confirmed_by)',
]

/** For every table in the schema `public`. */
export const TABLE_RIGHTS: Readonly<Record<string, Rights>> = {
  // People who leave are emptied of personal data, but their row stays (H25).
  users: { api: KEEP, worker: ['SELECT', 'UPDATE'] },
  business_profiles: { api: KEEP, worker: ['SELECT', 'UPDATE'] },
  perks: { api: KEEP, worker: ['SELECT', 'UPDATE'] },
  retired_codes: { api: ADD, worker: ADD },
  account_closings: { api: ADD, worker: KEEP },
  reviews: { api: ALL, worker: ['SELECT', 'DELETE'] },
  business_ratings: { api: KEEP, worker: ['SELECT', 'UPDATE'] },
  // Deleted with their business only. The worker erases rejected and unverified registrations, and old invitations.
  business_staff: {
    api: ALL,
    worker: ['SELECT', 'DELETE', 'UPDATE (user_id, owner_epoch, invited_email, invitation_hash, invitation_expires)'],
  },
  tills: { api: ALL, worker: ['SELECT', 'DELETE'] },
  branches: { api: ALL, worker: ['SELECT', 'DELETE'] },
  // Never changed. The worker erases rejected registrations.
  business_notes: { api: ['SELECT', 'INSERT', 'DELETE'], worker: ['SELECT', 'DELETE'] },
  // The worker erases unverified and rejected sign-ups; none of them has any.
  passkeys: { api: ALL, worker: ['SELECT', 'DELETE'] },
  totp_secrets: { api: ALL, worker: ['SELECT', 'DELETE'] },
  recovery_codes: { api: ALL, worker: ['SELECT', 'DELETE'] },
  card_batches: { api: ADD, worker: READ },
  cards: {
    api: [...ADD, 'UPDATE (claimed_by, claimed_at, merged_at, blocked_at)'],
    worker: ['SELECT', 'UPDATE (merged_at, blocked_at)'],
  },
  // The worker ends what a push service no longer knows, and what an erased person has.
  push_subscriptions: { api: ALL, worker: ['SELECT', 'DELETE', 'UPDATE (last_success_at)'] },
  push_deliveries: { api: NONE, worker: ALL },
  push_checkpoint: { api: NONE, worker: ['SELECT', 'UPDATE'] },
  settings: { api: KEEP, worker: READ },
  demo_seeds: { api: READ, worker: READ },
  keyed_writes: { api: ALL, worker: ['SELECT', 'UPDATE', 'DELETE'] },

  // Append-only, except that repetitions are counted and device names are emptied.
  security_log: {
    api: [...ADD, 'UPDATE (times, last_at, device)'],
    worker: [...ADD, 'UPDATE (times, last_at, device)', 'DELETE'],
  },

  invoices: { api: INVOICE, worker: INVOICE },
  // Whatever has arrived stays; sent back, it is marked.
  invoice_transfers: { api: [...ADD, 'UPDATE (returned_by, returned_at)'], worker: READ },
  invoice_numbers: { api: KEEP, worker: KEEP },
  quota: { api: KEEP, worker: KEEP },
  quota_reservations: { api: ALL, worker: ['SELECT', 'UPDATE', 'DELETE'] },
  receipts: { api: ALL, worker: ['SELECT', 'UPDATE', 'DELETE'] },

  // Relayed events get their position; nothing else changes.
  event_streams: { api: KEEP, worker: KEEP },
  event_outbox: { api: ADD, worker: [...ADD, 'UPDATE (position)'] },
  mail_outbox: { api: KEEP, worker: KEEP },
  mail_handovers: { api: ['SELECT', 'DELETE'], worker: ['SELECT', 'INSERT', 'DELETE'] },
  mail_requests: { api: ['SELECT', 'INSERT', 'DELETE'], worker: ['SELECT', 'UPDATE', 'DELETE'] },
  redemption_reminders: { api: READ, worker: ALL },
  chores_calendar: { api: NONE, worker: KEEP },

  account_snapshots: { api: READ, worker: ALL },

  // The Merkle tree: append-only for the worker.
  ledger_leaves: { api: READ, worker: ADD },
  ledger_nodes: { api: READ, worker: ADD },
  ledger_heads: { api: READ, worker: ADD },
  ledger_keys: { api: READ, worker: ADD },
  ledger_seal: { api: READ, worker: READ },

  // The API requests rebuilds, the worker builds; findings are never deleted.
  projection_generations: { api: ADD, worker: ALL },
  replays: { api: KEEP, worker: KEEP },
  self_checks: { api: ADD, worker: ALL },
  account_checks: { api: READ, worker: KEEP },
  check_findings: { api: READ, worker: KEEP },

  // Written by the command, as the owner.
  backups: { api: READ, worker: NONE },

  knex_migrations: { api: NONE, worker: NONE },
  knex_migrations_lock: { api: NONE, worker: NONE },
}

/** Only sequences named in statements: cards take their ids from it, and the worker moves it past the log's (decision 36). */
const SEQUENCE_RIGHTS = `
  GRANT USAGE ON SEQUENCE users_id_seq TO ${API_ROLE};
  GRANT SELECT, UPDATE ON SEQUENCE users_id_seq TO ${WORKER_ROLE};`

/** Schemas of the read models belong to the worker. */
const READ_MODELS = `nspname = 'read' OR nspname ~ '^read_(g[0-9]+|[0-9a-f]{8})$'`

const grants = (role: string, of: keyof Rights): string =>
  Object.entries(TABLE_RIGHTS)
    .filter(([, rights]) => rights[of].length > 0)
    .map(([table, rights]) => `GRANT ${rights[of].join(', ')} ON TABLE ${table} TO ${role};`)
    .join('\n')

/** A simple query is one transaction, so running processes never lack a right. */
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
 * Grants exactly these rights, if both roles exist and the caller (the owner) is a member of the worker's; otherwise
 * does nothing. Throws PostgreSQL's errors. Idempotent.
 */
export async function giveRights(db: Queryable): Promise<void> {
  const { rows } = await db.query<{ both: boolean }>(
    `SELECT count(*) = 2 AND bool_or(rolname = $2 AND pg_has_role(rolname, 'MEMBER')) AS both FROM pg_roles WHERE rolname IN ($1, $2)`,
    [API_ROLE, WORKER_ROLE],
  )
  if (rows[0]?.both === true) await db.query(GIVE)
}
