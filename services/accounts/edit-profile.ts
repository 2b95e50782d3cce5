/** The profile of any signed-in user (R97, R98, R172, R192, H20). */
import type { Language } from '#contracts/calls/account/session.ts'
import { orderMail } from '#platform/mail/mail-outbox.ts'
import type { PoolClient } from '#platform/postgres/postgres.ts'
import { NO_OPEN_CHANGE, NO_OPEN_LINKS, NO_OPEN_RESET, orderPasswordChanged } from './reset-password.ts'
import { recordSecurity } from './staff/security-log.ts'
import { EmailTaken } from './verification/sign-up.ts'
import { mustChangePassword } from './staff/staff.ts'
import { newToken, VERIFICATION_MS } from './tokens.ts'
import { USER_COLUMNS, type User } from './users.ts'

export type ProfileChange = {
  firstName: string
  lastName: string
  email: string
  phone: string | null
  language: Language | undefined
  /** Whether the caller has proved the current password. */
  proved: boolean
  /** Requires a proved password. Ends all sessions; the caller must open a new one. */
  newPasswordHash: string | undefined
}

/** A business must keep a telephone number (R159). */
export class PhoneNeeded extends Error {
  override readonly name = 'PhoneNeeded'
}

/** A new address can take over the account, so an open session does not suffice. */
export class PasswordNeeded extends Error {
  override readonly name = 'PasswordNeeded'
}

/** H34: somebody else knows the first password, so nothing else may change before it. */
export class OwnPasswordNeeded extends Error {
  override readonly name = 'OwnPasswordNeeded'
}

/** The session ended, or the account was erased, during the call. */
export class SessionOver extends Error {
  override readonly name = 'SessionOver'
}

/**
 * Call in a transaction. `epoch`: that of the caller's session. Throws EmailTaken, OwnPasswordNeeded, PasswordNeeded,
 * PhoneNeeded or SessionOver, after which it is to be rolled back.
 */
export async function editProfile(
  client: PoolClient,
  { userId, epoch }: { userId: number; epoch: number },
  change: ProfileChange,
  { secret, now }: { secret: string; now: Date },
): Promise<User> {
  const before = (
    await client.query<User>(`SELECT ${USER_COLUMNS} FROM users WHERE id = $1 AND erased_at IS NULL FOR UPDATE`, [
      userId,
    ])
  ).rows[0]
  // Rechecked under the row lock: the call may have waited for a password change or a deletion.
  if (!before || epoch < before.sessionEpoch) throw new SessionOver()
  if (change.newPasswordHash === undefined && (await mustChangePassword(client, userId))) throw new OwnPasswordNeeded()
  if (before.role === 'business' && before.phone !== null && change.phone === null) throw new PhoneNeeded()
  const { rows } = await client.query<User>(
    `UPDATE users SET first_name = $2, last_name = $3, phone = $4, preferred_language = coalesce($5, preferred_language),
       password = coalesce($6, password), session_epoch = session_epoch + CASE WHEN $6::text IS NULL THEN 0 ELSE 1 END,
       must_change_password = must_change_password AND $6::text IS NULL, updated_at = now()
     WHERE id = $1 RETURNING ${USER_COLUMNS}`,
    [userId, change.firstName, change.lastName, change.phone, change.language ?? null, change.newPasswordHash ?? null],
  )
  const after = rows[0]!
  if (change.newPasswordHash !== undefined) {
    await orderPasswordChanged(client, after)
    await recordSecurity(client, { what: 'password_changed', userId, at: now })
    await endOpenLinks(client, before, change.email)
  }
  return { ...after, pendingEmail: await changeAddress(client, before, change, secret, now) }
}

export const sameAddress = (one: string | null, other: string): boolean => one?.toLowerCase() === other.toLowerCase()

/** A new password closes all reset links, and drops any pending address but the one in this form. */
async function endOpenLinks(client: PoolClient, user: User, email: string): Promise<void> {
  await client.query(
    `UPDATE users SET ${sameAddress(user.pendingEmail, email) ? NO_OPEN_RESET : NO_OPEN_LINKS} WHERE id = $1`,
    [user.id],
  )
}

/**
 * H20: the old address stays until the new one is verified; both get a mail. The present address is no change, because
 * every form sends it.
 */
async function changeAddress(
  client: PoolClient,
  user: User,
  { email, proved }: ProfileChange,
  secret: string,
  now: Date,
): Promise<string | null> {
  const waiting = await waitingAddress(client, user.id, now)
  if (sameAddress(waiting, email)) return waiting
  if (sameAddress(user.email, email)) {
    if (waiting === null) await client.query(`UPDATE users SET ${NO_OPEN_CHANGE} WHERE id = $1`, [user.id])
    return waiting
  }
  if (!proved) throw new PasswordNeeded()
  const taken = await client.query('SELECT 1 FROM users WHERE lower(email) = lower($1)', [email])
  if (taken.rowCount) throw new EmailTaken()
  const token = newToken(secret, 'verify')
  const expires = new Date(now.getTime() + VERIFICATION_MS)
  await client.query(
    'UPDATE users SET pending_email = $2, email_verification_token = $3, email_verification_expires = $4 WHERE id = $1',
    [user.id, email, token.hash, expires],
  )
  await orderMail(client, {
    cause: `verify-new-email:${user.id}:${token.seed}`,
    template: 'verify_new_email',
    userId: user.id,
    parameters: { seed: token.seed },
    to: email,
    usefulUntil: expires,
  })
  await orderMail(client, {
    cause: `email-change:${user.id}:${token.seed}`,
    template: 'email_change',
    userId: user.id,
    to: user.email,
  })
  return email
}

/** The pending address, if its link works and no other account has it. */
async function waitingAddress(client: PoolClient, userId: number, now: Date): Promise<string | null> {
  const { rows } = await client.query<{ email: string }>(
    `SELECT pending_email AS email FROM users u WHERE id = $1 AND pending_email IS NOT NULL AND email_verification_expires > $2
       AND NOT EXISTS (SELECT 1 FROM users other WHERE lower(other.email) = lower(u.pending_email))`,
    [userId, now],
  )
  return rows[0]?.email ?? null
}
