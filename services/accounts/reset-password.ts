/**
 * A new password by the link of a mail (H19, R174, R191): the link works once, and every session ends. So does a new address that waits:
 * whoever asked for it may have been the one whom the new password locks out (H20).
 */
import { orderMail } from '#platform/mail/mail-outbox.ts'
import type { Pool, Queryable } from '#platform/postgres/postgres.ts'
import { inTransaction } from '#platform/postgres/transaction.ts'
import { isGuessable } from './guessable-passwords.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import { recordSecurity } from './security-log.ts'
import { tokenHash } from './tokens.ts'
import { USER_COLUMNS, type User } from './users.ts'
import { welcome } from './verify-email.ts'

/** H34: somebody else knows the first password, also where a link sets it once more. */
export class FirstPasswordAgain extends Error {
  override readonly name = 'FirstPasswordAgain'
}

/** It is tried first by whoever guesses. */
export class GuessablePassword extends Error {
  override readonly name = 'GuessablePassword'
}

/**
 * Undefined where the link is unknown, used or has run out. Throws FirstPasswordAgain or GuessablePassword, and then the link still works, or
 * PasswordQueueFull.
 */
export async function resetPassword(
  pool: Pool,
  { token, password }: { token: string; password: string },
  now: Date,
): Promise<User | undefined> {
  const hash = tokenHash(token)
  // Hashing is dear: not for a link that cannot work. Whether it still does is decided below, in one statement.
  const { rows: known } = await pool.query<{ id: number; present: string; mustChange: boolean; person: string[] }>(
    `SELECT id, password AS present, must_change_password AS "mustChange", ARRAY[first_name, last_name, email] AS person FROM users
     WHERE password_reset_token = $1 AND password_reset_expires > $2 AND erased_at IS NULL`,
    [hash, now],
  )
  if (!known[0]) return undefined
  if (known[0].mustChange && (await verifyPassword(known[0].present, password, known[0].id)))
    throw new FirstPasswordAgain()
  if (await isGuessable(password, known[0].person)) throw new GuessablePassword()
  const passwordHash = await hashPassword(password, known[0].id)
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<User & { wasVerified: boolean }>(
      `UPDATE users SET password = $3, session_epoch = session_epoch + 1, must_change_password = false,
         ${NO_OPEN_LINKS}, updated_at = now(),
         -- whoever opens a link from the mailbox owns the address; where it was verified already, an old link to it opens no session because of this
         email_verified = true, email_verified_at = CASE WHEN email_verified THEN email_verified_at ELSE $2 END
       WHERE password_reset_token = $1 AND password_reset_expires > $2 AND erased_at IS NULL
       RETURNING ${USER_COLUMNS}, (SELECT before.email_verified FROM users before WHERE before.id = users.id) AS "wasVerified"`,
      [hash, now, passwordHash],
    )
    const [row] = rows
    if (!row) return undefined
    const { wasVerified, ...user } = row
    if (!wasVerified) await welcome(client, user)
    await orderPasswordChanged(client, user)
    await recordSecurity(client, { what: 'password_changed', userId: user.id, at: now })
    return user
  })
}

/** The account whose link this is, while it still works; it is not used up. */
export async function ownerOfResetLink(db: Queryable, token: string, now: Date): Promise<number | undefined> {
  const { rows } = await db.query<{ id: number }>(
    'SELECT id FROM users WHERE password_reset_token = $1 AND password_reset_expires > $2 AND erased_at IS NULL',
    [tokenHash(token), now],
  )
  return rows[0]?.id
}

/**
 * For an UPDATE of users: the address that waits is forgotten, and its link with it. A link that is about the present address stays: opened
 * again it goes on to be a success (R125).
 */
export const NO_OPEN_CHANGE = `pending_email = NULL,
  email_verification_token = CASE WHEN pending_email IS NULL THEN email_verification_token END,
  email_verification_expires = CASE WHEN pending_email IS NULL THEN email_verification_expires END`

/** For an UPDATE of users: no link sets another password any more. */
export const NO_OPEN_RESET = 'password_reset_token = NULL, password_reset_expires = NULL'

/** For an UPDATE of users that sets a new password: nobody comes in by a link that was sent before it, and no address waits. */
export const NO_OPEN_LINKS = `${NO_OPEN_RESET}, ${NO_OPEN_CHANGE}`

/** Told to the owner at every change, at the address that was hers then: another one may be somebody else's. One mail for each. */
export async function orderPasswordChanged(
  transaction: Queryable,
  { id, sessionEpoch, email }: Pick<User, 'id' | 'sessionEpoch' | 'email'>,
): Promise<void> {
  await orderMail(transaction, {
    cause: `password-changed:${id}:${sessionEpoch}`,
    template: 'password_changed',
    userId: id,
    to: email,
  })
}
