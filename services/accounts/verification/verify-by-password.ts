/**
 * Verifies a new account in a browser that did not sign up. A stranger may have chosen the password: the caller gives
 * it or, having proved the mailbox, replaces it.
 */
import type { Queryable } from '#platform/postgres/postgres.ts'
import { freeBuyerCode } from '../buyer-codes.ts'
import { NO_OPEN_RESET, orderPasswordChanged } from '../reset-password.ts'
import { recordSecurity } from '../staff/security-log.ts'
import { tokenHash } from '../tokens.ts'
import { USER_COLUMNS, type User, type WithPassword } from '../users.ts'
import { welcome } from './verify-email.ts'

/** Undefined if the link is unknown, expired or for a changed address. */
export async function accountOfLink(db: Queryable, token: string, now: Date): Promise<WithPassword | undefined> {
  const { rows } = await db.query<WithPassword>(
    `SELECT ${USER_COLUMNS}, password AS "passwordHash" FROM users
     WHERE email_verification_token = $1 AND pending_email IS NULL AND erased_at IS NULL AND (email_verified OR email_verification_expires > $2)`,
    [tokenHash(token), now],
  )
  return rows[0]
}

/**
 * `newPasswordHash` replaces the password and ends its sessions, and a buyer gets another code: whoever signed up may be
 * a stranger and has seen the code (decision 51). Undefined, with nothing changed, if the account was
 * verified, signed up anew or given another link since it was read.
 */
export async function verifyByPassword(
  transaction: Queryable,
  { token, account, newPasswordHash }: { token: string; account: WithPassword; newPasswordHash: string | undefined },
  now: Date,
): Promise<User | undefined> {
  const isOther = newPasswordHash !== undefined
  const code = isOther && account.role === 'buyer' ? await freeBuyerCode(transaction) : account.buyerCode
  const { rows } = await transaction.query<User>(
    `UPDATE users SET email_verified = true, email_verified_at = $3, password = coalesce($5, password), buyer_code = $6,
       ${isOther ? `session_epoch = session_epoch + 1, ${NO_OPEN_RESET},` : ''} updated_at = now()
     WHERE id = $1 AND email_verification_token = $2 AND email_verification_expires > $3 AND password = $4
       AND NOT email_verified AND pending_email IS NULL AND erased_at IS NULL
     RETURNING ${USER_COLUMNS}`,
    [account.id, tokenHash(token), now, account.passwordHash, newPasswordHash ?? null, code],
  )
  const [user] = rows
  if (!user) return undefined
  await welcome(transaction, user)
  if (!isOther) return user
  await orderPasswordChanged(transaction, user)
  await recordSecurity(transaction, { what: 'password_changed', userId: user.id, at: now })
  return user
}
