/**
 * Password reset by mailed link (H19, R174, R191). Drops a pending address, because an intruder may have entered it
 * (H20).
 */
import { orderMail } from '#platform/mail/mail-outbox.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'
import { freeBuyerCode } from './buyer-codes.ts'
import { isGuessable } from './guessable-passwords.ts'
import { passkeysOf, removeAllPasskeys } from './passkeys.ts'
import { hashPassword, NO_PASSWORD, verifyPassword } from './passwords.ts'
import { recordSecurity } from './staff/security-log.ts'
import { tokenHash } from './tokens.ts'
import { USER_COLUMNS, type User } from './users.ts'
import { welcome } from './verification/verify-email.ts'

/** H34: the link must not set the first password again, which somebody else knows. */
export class FirstPasswordAgain extends Error {
  override readonly name = 'FirstPasswordAgain'
}

export class GuessablePassword extends Error {
  override readonly name = 'GuessablePassword'
}

/**
 * The hash of a new password. Undefined if the link is unknown, used or expired, which avoids the costly hash. Throws
 * PasswordQueueFull, FirstPasswordAgain or GuessablePassword.
 */
export async function hashForReset(
  db: Queryable,
  { token, password }: { token: string; password: string },
  now: Date,
): Promise<string | undefined> {
  const { rows: known } = await db.query<{ id: number; present: string; mustChange: boolean; person: string[] }>(
    `SELECT id, password AS present, must_change_password AS "mustChange", ARRAY[first_name, last_name, email] AS person FROM users
     WHERE password_reset_token = $1 AND password_reset_expires > $2 AND erased_at IS NULL`,
    [tokenHash(token), now],
  )
  if (!known[0]) return undefined
  if (known[0].mustChange && (await verifyPassword(known[0].present, password, known[0].id)))
    throw new FirstPasswordAgain()
  if (await isGuessable(password, known[0].person)) throw new GuessablePassword()
  return hashPassword(password, known[0].id)
}

/**
 * Undefined if the link is unknown, used or expired. A buyer who was not verified gets another code, because whoever
 * signed up may be a stranger and has seen the code (decision 51).
 */
export async function resetPassword(
  transaction: Queryable,
  { token, passwordHash }: { token: string; passwordHash: string },
  now: Date,
): Promise<User | undefined> {
  const code = await freeBuyerCode(transaction)
  const { rows } = await transaction.query<User & { wasVerified: boolean }>(
    `UPDATE users SET password = $3,
       -- an imported customer has no password, and nobody else has seen the code
       buyer_code = CASE WHEN role = 'buyer' AND NOT email_verified AND password <> $5 THEN $4 ELSE buyer_code END,
       session_epoch = session_epoch + 1, must_change_password = false,
       ${NO_OPEN_LINKS}, updated_at = now(),
       -- whoever opens a link from the mailbox owns the address; where it was verified already, an old link to it opens no session because of this
       email_verified = true, email_verified_at = CASE WHEN email_verified THEN email_verified_at ELSE $2 END
     WHERE password_reset_token = $1 AND password_reset_expires > $2 AND erased_at IS NULL
     RETURNING ${USER_COLUMNS}, (SELECT before.email_verified FROM users before WHERE before.id = users.id) AS "wasVerified"`,
    [tokenHash(token), now, passwordHash, code, NO_PASSWORD],
  )
  const [row] = rows
  if (!row) return undefined
  const { wasVerified, ...user } = row
  if (!wasVerified) await welcome(transaction, user)
  // Whoever resets it may be taking the account back from somebody with a passkey of his own (decision 52). The
  // passkeys of staff are a second factor, which a mailbox must not remove (decision 55).
  const isStaff = user.role === 'admin' || user.role === 'auditor'
  await orderPasswordChanged(transaction, user, isStaff ? [] : await removeAllPasskeys(transaction, user.id, now))
  await recordSecurity(transaction, { what: 'password_changed', userId: user.id, at: now })
  return user
}

/** The account of a valid link, without using it up. */
export async function ownerOfResetLink(db: Queryable, token: string, now: Date): Promise<number | undefined> {
  const { rows } = await db.query<{ id: number }>(
    'SELECT id FROM users WHERE password_reset_token = $1 AND password_reset_expires > $2 AND erased_at IS NULL',
    [tokenHash(token), now],
  )
  return rows[0]?.id
}

/**
 * SET clause: drops the pending address and its link. A link to the present address stays, so that reopening it reports
 * success (R125).
 */
export const NO_OPEN_CHANGE = `pending_email = NULL,
  email_verification_token = CASE WHEN pending_email IS NULL THEN email_verification_token END,
  email_verification_expires = CASE WHEN pending_email IS NULL THEN email_verification_expires END`

/** SET clause: closes reset links. */
export const NO_OPEN_RESET = 'password_reset_token = NULL, password_reset_expires = NULL'

/** SET clause for a new password: closes reset links and drops the pending address. */
export const NO_OPEN_LINKS = `${NO_OPEN_RESET}, ${NO_OPEN_CHANGE}`

/**
 * One mail per change, to the address at that time: a later one may be somebody else's. It lists the passkeys that are
 * left and, by their names, those that are gone.
 */
export async function orderPasswordChanged(
  transaction: Queryable,
  { id, sessionEpoch, email }: Pick<User, 'id' | 'sessionEpoch' | 'email'>,
  gone: readonly string[] = [],
): Promise<void> {
  const left = await passkeysOf(transaction, id)
  await orderMail(transaction, {
    cause: `password-changed:${id}:${sessionEpoch}`,
    template: 'password_changed',
    userId: id,
    parameters: { passkeys: left.map(({ name }) => name).join(', '), passkeysGone: gone.join(', ') },
    to: email,
  })
}
