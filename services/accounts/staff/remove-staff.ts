import { bySystem } from '#platform/outbox/event-outbox.ts'
import { dropMailsOf } from '#platform/mail/mail-outbox.ts'
import { tookTooLong, type Pool } from '#platform/postgres/postgres.ts'
import { inTransaction } from '#platform/postgres/transaction.ts'
import { erasePerson, recordErasure } from '../erase.ts'
import { endVisitsOf } from '../impersonation.ts'
import { recordSecurity } from './security-log.ts'

export type StaffRemoval =
  | { kind: 'removed'; id: number; role: 'admin' | 'auditor' }
  | { kind: 'nobody' }
  | { kind: 'last_administrator' }
  | { kind: 'mail_under_way' }

/** Serialises removals: two at once could remove the last two administrators. */
const LOCK = 7_301_031

/**
 * Removes an administrator or auditor with sessions and support visits, by a command at the installation (H34). Refuses
 * the last administrator, and anybody with a mail being sent, whose outbox row may be locked for minutes.
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
      // Nothing is written yet, so the transaction can roll back.
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
