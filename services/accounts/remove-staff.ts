/** Administrators and auditors go as they come: by a command at the installation (H34). */
import { bySystem } from '#platform/outbox/event-outbox.ts'
import { dropMailsOf } from '#platform/mail/mail-outbox.ts'
import { tookTooLong, type Pool } from '#platform/postgres/postgres.ts'
import { inTransaction } from '#platform/postgres/transaction.ts'
import { erasePerson, recordErasure } from './erase.ts'
import { endVisitsOf } from './impersonation.ts'
import { recordSecurity } from './security-log.ts'

export type StaffRemoval =
  | { kind: 'removed'; id: number; role: 'admin' | 'auditor' }
  | { kind: 'nobody' }
  | { kind: 'last_administrator' }
  | { kind: 'mail_under_way' }

/** Two removals at once would each find the other's administrator. */
const LOCK = 7_301_031

/**
 * Erases a member of the staff as anybody who leaves: every session and support visit is over, and no password, link or command knows the
 * address any more. What was done before stays in the log under the same users.id. The last administrator stays.
 * So does, for now, whoever is just being written a mail: its row is held for as long as the mail server takes, which may be minutes.
 */
export function removeStaff(pool: Pool, email: string, now: Date): Promise<StaffRemoval> {
  return inTransaction(pool, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK])
    const found = await client.query<{ id: number; role: 'admin' | 'auditor' }>(
      `SELECT id, role FROM users WHERE lower(email) = lower($1) AND role IN ('admin', 'auditor') AND erased_at IS NULL`,
      [email],
    )
    const [person] = found.rows
    if (!person) return { kind: 'nobody' }
    const { id, role } = person
    const others = await client.query(
      `SELECT FROM users WHERE role = 'admin' AND erased_at IS NULL AND id <> $1 LIMIT 1`,
      [id],
    )
    if (role === 'admin' && others.rowCount === 0) return { kind: 'last_administrator' }
    try {
      await dropMailsOf(client, id)
    } catch (error) {
      // The transaction can only end, and nothing is written yet.
      if (tookTooLong(error)) return { kind: 'mail_under_way' }
      throw error
    }
    await erasePerson(client, id)
    await recordSecurity(client, { what: 'role_taken', result: role, userId: id, at: now })
    const { commandId: correlationId, actor } = bySystem(`remove-staff:${id}`, now)
    await recordErasure(client, person, { actor, correlationId, at: now })
    await endVisitsOf(client, id, { correlationId, at: now })
    return { kind: 'removed', id, role }
  })
}
