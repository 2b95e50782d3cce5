/**
 * `npm run admin -- export NUMBER`: all PostgreSQL data of one person as JSON (privacy policy 9), without secrets, and
 * with only numbers of others. The operator must make sure that it reaches that person.
 * Excludes sessions, which the person can see, and files, which the rows name.
 */
import type { Pool } from '#platform/postgres/postgres.ts'
import { inSnapshot } from '#platform/postgres/transaction.ts'

/** Queries by users.id ($1), one `row` per row. Columns with secrets or derived from others' data are omitted. */
export const ROWS_OF_PERSON = {
  users: `SELECT to_jsonb(t) - '{password,email_verification_token,password_reset_token,sign_up_key,passkey_handle}'::text[] AS row FROM users t WHERE id = $1`,
  business_profiles: 'SELECT to_jsonb(t) AS row FROM business_profiles t WHERE user_id = $1',
  perks:
    'SELECT to_jsonb(t) AS row FROM perks t WHERE business_profile_id = (SELECT id FROM business_profiles WHERE user_id = $1) ORDER BY id',
  passkeys: `SELECT to_jsonb(t) - '{credential_id,public_key,counter}'::text[] AS row FROM passkeys t WHERE user_id = $1 ORDER BY created_at`,
  totp_secrets: `SELECT to_jsonb(t) - '{secret,last_step}'::text[] AS row FROM totp_secrets t WHERE user_id = $1`,
  recovery_codes: `SELECT to_jsonb(t) - '{hash}'::text[] AS row FROM recovery_codes t WHERE user_id = $1 ORDER BY used_at`,
  push_subscriptions: `SELECT to_jsonb(t) - '{p256dh,auth,session}'::text[] AS row FROM push_subscriptions t WHERE user_id = $1 ORDER BY created_at`,
  reviews: 'SELECT to_jsonb(t) AS row FROM reviews t WHERE buyer_id = $1 ORDER BY id',
  // Others' names and PINs are theirs.
  business_staff: `SELECT to_jsonb(t) - '{name,pin_hash}'::text[] AS row FROM business_staff t WHERE business_id = $1 ORDER BY created_at`,
  tills: `SELECT to_jsonb(t) - '{code_hash,pairing,paired_by}'::text[] AS row FROM tills t WHERE business_id = $1 ORDER BY created_at`,
  branches: 'SELECT to_jsonb(t) AS row FROM branches t WHERE business_id = $1 ORDER BY created_at',
  cards: `SELECT to_jsonb(t) - 'secret_hash' AS row FROM cards t WHERE claimed_by = $1 ORDER BY claimed_at`,
  invoices: 'SELECT to_jsonb(t) AS row FROM invoices t WHERE business_id = $1 ORDER BY id',
  // Administrators' numbers are theirs.
  invoice_transfers: `SELECT to_jsonb(t) - '{entered_by,returned_by}'::text[] AS row FROM invoice_transfers t WHERE invoice_id IN (SELECT id FROM invoices WHERE business_id = $1) ORDER BY id`,
  business_notes: `SELECT to_jsonb(t) - 'written_by' AS row FROM business_notes t WHERE business_id = $1 ORDER BY id`,
  keyed_writes: `SELECT to_jsonb(t) - '{key,input_hash}'::text[] AS row FROM keyed_writes t WHERE user_id = $1 ORDER BY written_at`,
  security_log: `SELECT to_jsonb(t) - 'slot' AS row FROM security_log t WHERE user_id = $1 ORDER BY id`,
  mail_requests:
    'SELECT to_jsonb(t) AS row FROM mail_requests t WHERE lower(email) = (SELECT lower(email) FROM users WHERE id = $1) ORDER BY id',
  // Cause and parameters contain the seed of a link.
  mail_outbox: `SELECT to_jsonb(t) - '{cause,parameters}'::text[] || jsonb_build_object('parameters', parameters - 'seed') AS row FROM mail_outbox t WHERE user_id = $1 ORDER BY created_at`,
  account_balances: 'SELECT to_jsonb(t) AS row FROM read.account_balances t WHERE buyer_id = $1 ORDER BY business_id',
  movements: 'SELECT to_jsonb(t) AS row FROM read.movements t WHERE buyer_id = $1 ORDER BY position',
  redemptions: 'SELECT to_jsonb(t) AS row FROM read.redemptions t WHERE buyer_id = $1 ORDER BY position',
  business_history:
    'SELECT to_jsonb(t) AS row FROM read.business_history t WHERE business_id = $1 AND buyer_id IS NULL ORDER BY position',
  support_visits: 'SELECT to_jsonb(t) AS row FROM read.support_visits t WHERE business_id = $1 ORDER BY position',
} as const

export type Held = { number: number; takenAt: string; held: Record<string, unknown[]> }

/** Undefined for an unknown users.id. */
export const exportPerson = (pool: Pool, userId: number): Promise<Held | undefined> =>
  inSnapshot(pool, async (client) => {
    const held: Record<string, unknown[]> = {}
    for (const [table, rowsOf] of Object.entries(ROWS_OF_PERSON)) {
      const { rows } = await client.query<{ row: unknown }>(rowsOf, [userId])
      if (rows.length > 0) held[table] = rows.map(({ row }) => row)
    }
    const { rows } = await client.query<{ now: Date }>('SELECT now()')
    return held['users'] && { number: userId, takenAt: rows[0]!.now.toISOString(), held }
  })
