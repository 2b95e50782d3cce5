/** E-mail verification (R122-R125): of a new account, and of a new address (H20). */
import { orderMail } from '#platform/mail-outbox.ts'
import type { Pool, Queryable } from '#platform/postgres.ts'
import { inTransaction } from '#platform/transaction.ts'
import { isTaken } from './sign-up.ts'
import { tokenHash } from './tokens.ts'
import { USER_COLUMNS, type User } from './users.ts'

const NEVER = new Date(0)

export type Verified = {
  user: User
  /** `again`: this link has done its work before; the answer stays a success, however often it is opened (R125, T12). */
  kind: 'verified' | 'address_changed' | 'again'
  /** When the link did its work. The beginning of time for one that may not sign in (decision 22): it led to a new address. */
  verifiedAt: Date
}

type Row = User & { verifiedAt: Date | null; expires: Date | null }

/** Undefined where the link is unknown, has run out, or leads to an address that somebody else has taken meanwhile. */
export async function verifyEmail(pool: Pool, token: string, now: Date): Promise<Verified | undefined> {
  try {
    return await inTransaction(pool, (client) => verify(client, tokenHash(token), now))
  } catch (error) {
    if (isTaken(error, 'users_email_key')) return undefined
    throw error
  }
}

async function verify(client: Queryable, hash: string, now: Date): Promise<Verified | undefined> {
  const { rows } = await client.query<Row>(
    `SELECT ${USER_COLUMNS}, email_verified_at AS "verifiedAt", email_verification_expires AS expires
     FROM users WHERE email_verification_token = $1 AND erased_at IS NULL FOR UPDATE`,
    [hash],
  )
  const [row] = rows
  if (!row) return undefined
  const { verifiedAt, expires, ...user } = row
  if (user.emailVerified && user.pendingEmail === null) return { user, kind: 'again', verifiedAt: verifiedAt ?? NEVER }
  if (expires === null || expires <= now) return undefined
  const isFirst = user.pendingEmail === null
  const changed = await client.query<User>(
    // A link to a new password that was sent to the former address opens nothing any more.
    // And the moment is kept for an account's first link alone: a link to a new address opens no session when it is opened again (decision 22).
    `UPDATE users SET email = coalesce(pending_email, email), pending_email = NULL, email_verified = true, updated_at = now(),
       email_verified_at = $2,
       password_reset_token = CASE WHEN pending_email IS NULL THEN password_reset_token END,
       password_reset_expires = CASE WHEN pending_email IS NULL THEN password_reset_expires END
     WHERE id = $1 RETURNING ${USER_COLUMNS}`,
    [user.id, isFirst ? now : null],
  )
  if (!user.emailVerified) await welcome(client, user)
  return { user: changed.rows[0]!, kind: isFirst ? 'verified' : 'address_changed', verifiedAt: isFirst ? now : NEVER }
}

/** What follows when an address has proved to be its owner's, by whichever mail. */
export async function welcome(transaction: Queryable, { id, role }: Pick<User, 'id' | 'role'>): Promise<void> {
  if (role === 'business')
    await orderMail(transaction, {
      cause: `registration-received:${id}`,
      template: 'registration_received',
      userId: id,
    })
}
