/**
 * E-mail verification (R122-R125) of new accounts and new addresses (H20). A link proves the mailbox, not who chose the
 * password: a new account also needs the browser that signed up, or a password.
 */
import { orderMail } from '#platform/mail/mail-outbox.ts'
import type { Pool, Queryable } from '#platform/postgres/postgres.ts'
import { inTransaction } from '#platform/postgres/transaction.ts'
import { recordSecurity } from '../staff/security-log.ts'
import { isTaken } from './sign-up.ts'
import { tokenHash } from '../tokens.ts'
import { USER_COLUMNS, type User, type WithPassword } from '../users.ts'

const NEVER = new Date(0)

export type Verified = {
  user: User
  /**
   * `again`: the link was used before and stays a success (R125). `unproved`: nothing is verified, because the caller
   * did not sign up.
   */
  kind: 'verified' | 'address_changed' | 'again' | 'unproved'
  /** When the link was used; NEVER for a link to a new address, which may not sign in (decision 22). */
  verifiedAt: Date
  proved: boolean
}

type Row = WithPassword & { verifiedAt: Date | null; expires: Date | null }

/** `proves`: whether the caller signed up with this password. */
type Opened = { now: Date; proves: (account: WithPassword) => boolean }

/** Undefined if the link is unknown or expired, or its address was taken meanwhile. */
export async function verifyEmail(pool: Pool, token: string, opened: Opened): Promise<Verified | undefined> {
  try {
    return await inTransaction(pool, (client) => verify(client, tokenHash(token), opened))
  } catch (error) {
    if (isTaken(error, 'users_email_key')) return undefined
    throw error
  }
}

async function verify(client: Queryable, hash: string, { now, proves }: Opened): Promise<Verified | undefined> {
  const { rows } = await client.query<Row>(
    `SELECT ${USER_COLUMNS}, password AS "passwordHash", email_verified_at AS "verifiedAt", email_verification_expires AS expires
     FROM users WHERE email_verification_token = $1 AND erased_at IS NULL FOR UPDATE`,
    [hash],
  )
  const [row] = rows
  if (!row) return undefined
  const { verifiedAt, expires, passwordHash, ...user } = row
  const proved = proves({ ...user, passwordHash })
  if (user.emailVerified && user.pendingEmail === null)
    return { user, kind: 'again', verifiedAt: verifiedAt ?? NEVER, proved }
  if (expires === null || expires <= now) return undefined
  const isFirst = user.pendingEmail === null
  if (isFirst && !proved) return { user, kind: 'unproved', verifiedAt: NEVER, proved }
  const changed = await client.query<User>(
    // Closes reset links sent to the former address. The time is kept for an account's first link only: reopening a
    // link to a new address opens no session (decision 22).
    `UPDATE users SET email = coalesce(pending_email, email), pending_email = NULL, email_verified = true, updated_at = now(),
       email_verified_at = $2,
       password_reset_token = CASE WHEN pending_email IS NULL THEN password_reset_token END,
       password_reset_expires = CASE WHEN pending_email IS NULL THEN password_reset_expires END
     WHERE id = $1 RETURNING ${USER_COLUMNS}`,
    [user.id, isFirst ? now : null],
  )
  if (!user.emailVerified) await welcome(client, user)
  if (!isFirst) await recordSecurity(client, { what: 'email_changed', userId: user.id, at: now })
  return {
    user: changed.rows[0]!,
    kind: isFirst ? 'verified' : 'address_changed',
    verifiedAt: isFirst ? now : NEVER,
    proved,
  }
}

export async function welcome(transaction: Queryable, { id, role }: Pick<User, 'id' | 'role'>): Promise<void> {
  if (role === 'business')
    await orderMail(transaction, {
      cause: `registration-received:${id}`,
      template: 'registration_received',
      userId: id,
    })
}
