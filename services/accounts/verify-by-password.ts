/**
 * A new account's link in a browser that did not sign up: somebody else may have chosen the password. Whoever opens it gives that password, or
 * replaces it by one of her own, since the link proves the mailbox.
 */
import type { Pool, Queryable } from '#platform/postgres/postgres.ts'
import { inTransaction } from '#platform/postgres/transaction.ts'
import { NO_OPEN_RESET, orderPasswordChanged } from './reset-password.ts'
import { recordSecurity } from './security-log.ts'
import { tokenHash } from './tokens.ts'
import { USER_COLUMNS, type User, type WithPassword } from './users.ts'
import { welcome } from './verify-email.ts'

/** The account that the link is to verify, or has verified. Undefined where the link is unknown, has run out or leads to another address. */
export async function accountOfLink(db: Queryable, token: string, now: Date): Promise<WithPassword | undefined> {
  const { rows } = await db.query<WithPassword>(
    `SELECT ${USER_COLUMNS}, password AS "passwordHash" FROM users
     WHERE email_verification_token = $1 AND pending_email IS NULL AND erased_at IS NULL AND (email_verified OR email_verification_expires > $2)`,
    [tokenHash(token), now],
  )
  return rows[0]
}

/**
 * Verifies the account as it was read. `newPasswordHash` takes the place of its password and ends what was opened with that one. Undefined, and
 * nothing is changed, where it is another account's by now: verified, signed up anew, or its link replaced.
 */
export async function verifyByPassword(
  pool: Pool,
  { token, account, newPasswordHash }: { token: string; account: WithPassword; newPasswordHash: string | undefined },
  now: Date,
): Promise<User | undefined> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<User>(
      `UPDATE users SET email_verified = true, email_verified_at = $3, password = coalesce($5, password),
         ${newPasswordHash === undefined ? '' : `session_epoch = session_epoch + 1, ${NO_OPEN_RESET},`} updated_at = now()
       WHERE id = $1 AND email_verification_token = $2 AND email_verification_expires > $3 AND password = $4
         AND NOT email_verified AND pending_email IS NULL AND erased_at IS NULL
       RETURNING ${USER_COLUMNS}`,
      [account.id, tokenHash(token), now, account.passwordHash, newPasswordHash ?? null],
    )
    const [user] = rows
    if (!user) return undefined
    await welcome(client, user)
    if (newPasswordHash === undefined) return user
    await orderPasswordChanged(client, user)
    await recordSecurity(client, { what: 'password_changed', userId: user.id, at: now })
    return user
  })
}
