import { orderMail } from '#platform/mail/mail-outbox.ts'
import type { Pool } from '#platform/postgres/postgres.ts'
import { inTransaction } from '#platform/postgres/transaction.ts'
import { removeAllPasskeys } from '../passkeys.ts'
import { recordSecurity } from '../staff/security-log.ts'
import { removeRecoveryCodes } from './recovery-codes.ts'

export type SecondFactorReset = { kind: 'reset'; id: number; role: 'admin' | 'auditor' } | { kind: 'nobody' | 'none' }

/**
 * Removes the authenticator app, recovery codes and passkeys of an administrator or auditor and ends all sessions, by a
 * command at the installation. The password then suffices for the next sign-in, which sets up another factor.
 */
export function resetSecondFactor(pool: Pool, email: string, at: Date): Promise<SecondFactorReset> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ id: number; role: 'admin' | 'auditor'; email: string }>(
      `SELECT id, role, email FROM users WHERE lower(email) = lower($1) AND role IN ('admin', 'auditor') AND erased_at IS NULL FOR UPDATE`,
      [email],
    )
    const [person] = rows
    if (!person) return { kind: 'nobody' }
    const { id, role } = person
    const passkeys = await removeAllPasskeys(client, id, at)
    const { rowCount } = await client.query('DELETE FROM totp_secrets WHERE user_id = $1', [id])
    if (passkeys.length === 0 && rowCount === 0) return { kind: 'none' }
    await removeRecoveryCodes(client, id)
    await client.query('UPDATE users SET session_epoch = session_epoch + 1, updated_at = now() WHERE id = $1', [id])
    const entry = await recordSecurity(client, { what: 'second_factor_reset', userId: id, at })
    await orderMail(client, {
      cause: `second-factor-reset:${entry}`,
      template: 'second_factor_reset',
      userId: id,
      parameters: { startedAt: at.toISOString(), passkeysGone: passkeys.join(', ') },
      to: person.email,
    })
    return { kind: 'reset', id, role }
  })
}
