/** Row, verification token and mail share one transaction (R51, H12). */
import { shortDigest } from '#platform/event-store/ids.ts'
import { orderMail } from '#platform/mail/mail-outbox.ts'
import { sqlState, type Pool, type Queryable } from '#platform/postgres/postgres.ts'
import { inTransaction } from '#platform/postgres/transaction.ts'
import { freeBuyerCode, newBuyerCode } from '../buyer-codes.ts'
import { newToken, VERIFICATION_MS, type NewToken } from '../tokens.ts'
import { USER_COLUMNS, type User, type WithPassword } from '../users.ts'

export type NewPerson = {
  email: string
  passwordHash: string
  firstName: string
  lastName: string
  language: 'am' | 'en'
}

export class EmailTaken extends Error {
  override readonly name = 'EmailTaken'
}

const CODE_ATTEMPTS = 20

type SignUpOptions = {
  secret: string
  key: string | undefined
  now: Date
  mayMail?: boolean
  /** Whether the caller's browser signed up this account before. */
  proves?: (account: WithPassword) => boolean
}

/**
 * Throws EmailTaken if a verified account has the address, or an unverified one with points that another browser signed
 * up (decision 51); any other unverified one is taken over. The same `key` again is a retry and returns the first
 * account. Without `mayMail` no mail is ordered, and the newest sent link keeps working.
 */
export async function signUpBuyer(
  pool: Pool,
  person: NewPerson,
  { secret, key, now, mayMail = true, proves = () => false }: SignUpOptions,
): Promise<WithPassword> {
  const signUpKey = key === undefined ? null : shortDigest(`sign-up:${key}:${person.email.toLowerCase()}`)
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await inTransaction(pool, async (client) => {
        const token = newToken(secret, 'verify')
        const { rows } = await client.query<User>(
          `INSERT INTO users (email, password, role, first_name, last_name, buyer_code, preferred_language, sign_up_key,
             email_verification_token, email_verification_expires)
           VALUES ($1, $2, 'buyer', $3, $4, $5, $6, $7, $8, $9) RETURNING ${USER_COLUMNS}`,
          [
            person.email,
            person.passwordHash,
            person.firstName,
            person.lastName,
            newBuyerCode(),
            person.language,
            signUpKey,
            token.hash,
            new Date(now.getTime() + VERIFICATION_MS),
          ],
        )
        const user = rows[0]!
        await orderVerification(client, user.id, token, now)
        return { ...user, passwordHash: person.passwordHash }
      })
    } catch (error) {
      if (isTaken(error, 'users_buyer_code_key') && attempt < CODE_ATTEMPTS) continue
      if (!isTaken(error, 'users_email_key')) throw error
      const first = await signedUpBy(pool, person.email, signUpKey)
      if (first) return first
      const user = await replaceUnverified(pool, person, { secret, signUpKey, now, mayMail, proves })
      if (user) return user
      throw new EmailTaken()
    }
  }
}

type Replacing = Omit<Required<SignUpOptions>, 'key'> & { signUpKey: string | null }

/**
 * Takes over an unverified sign-up, since anybody can have typed the address; a new link ends the older ones, and
 * another browser gets another code. Undefined if the account is verified, a business, an imported customer without a
 * link, or has points and was signed up by another browser.
 */
async function replaceUnverified(
  pool: Pool,
  person: NewPerson,
  { secret, signUpKey, now, mayMail, proves }: Replacing,
): Promise<WithPassword | undefined> {
  return inTransaction(pool, async (client) => {
    // Under the row lock: an award's mark is either seen here, or finds that the code is gone.
    const found = await client.query<WithPassword & { isAwarded: boolean }>(
      `SELECT ${USER_COLUMNS}, password AS "passwordHash", awarded_at IS NOT NULL AS "isAwarded" FROM users
       WHERE lower(email) = lower($1) AND role = 'buyer' AND NOT email_verified AND erased_at IS NULL
         AND email_verification_expires IS NOT NULL FOR UPDATE`,
      [person.email],
    )
    const [before] = found.rows
    if (!before) return undefined
    const isSameBrowser = proves(before)
    if (before.isAwarded && !isSameBrowser) return undefined
    const code = isSameBrowser ? before.buyerCode : await freeBuyerCode(client)
    const token = newToken(secret, 'verify')
    const keepsLink = '(NOT $9 AND email_verification_expires > $10)'
    const { rows } = await client.query<User & { isNewLink: boolean }>(
      `UPDATE users SET password = $2, first_name = $3, last_name = $4, preferred_language = $5, sign_up_key = $6, buyer_code = $11,
         email_verification_token = CASE WHEN ${keepsLink} THEN email_verification_token ELSE $7 END,
         email_verification_expires = CASE WHEN ${keepsLink} THEN email_verification_expires ELSE $8 END,
         password_reset_token = NULL, password_reset_expires = NULL, updated_at = now()
       WHERE id = $1
       RETURNING ${USER_COLUMNS}, email_verification_token = $7 AS "isNewLink"`,
      [
        before.id,
        person.passwordHash,
        person.firstName,
        person.lastName,
        person.language,
        signUpKey,
        token.hash,
        new Date(now.getTime() + VERIFICATION_MS),
        mayMail,
        now,
        code,
      ],
    )
    if (!rows[0]) return undefined
    const { isNewLink, ...user } = rows[0]
    if (isNewLink) await orderVerification(client, user.id, token, now)
    return { ...user, passwordHash: person.passwordHash }
  })
}

/**
 * The account made earlier with this key. Undefined once verified: the address may be a stranger's, whose account must
 * not be shown.
 */
export async function signedUpBy(
  db: Queryable,
  email: string,
  signUpKey: string | null,
): Promise<WithPassword | undefined> {
  if (signUpKey === null) return undefined
  return (
    await db.query<WithPassword>(
      `SELECT ${USER_COLUMNS}, password AS "passwordHash" FROM users WHERE lower(email) = lower($1) AND sign_up_key = $2 AND NOT email_verified`,
      [email, signUpKey],
    )
  ).rows[0]
}

export async function orderVerification(
  transaction: Queryable,
  userId: number,
  { seed }: Pick<NewToken, 'seed'>,
  now: Date,
): Promise<void> {
  await orderMail(transaction, {
    cause: `verify-email:${userId}:${seed}`,
    template: 'verify_email',
    userId,
    parameters: { seed },
    usefulUntil: new Date(now.getTime() + VERIFICATION_MS),
  })
}

export function isTaken(error: unknown, constraint: string): boolean {
  return sqlState(error) === '23505' && (error as { constraint?: string }).constraint === constraint
}
