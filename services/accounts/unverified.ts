/**
 * Sign-ups and registrations whose address nobody has verified (decision 35). The address may be a stranger's, who cannot sign up with it as long
 * as they are there, and the name of a business's page is somebody else's who comes later.
 */
import { bySystem, type Recording } from '#platform/outbox/event-outbox.ts'
import type { Pool, PoolClient, Queryable } from '#platform/postgres/postgres.ts'
import { inTransaction } from '#platform/postgres/transaction.ts'
import { startClosing } from './close-accounts.ts'
import { erasePerson, type Erased } from './erase.ts'
import { EmailTaken } from './sign-up.ts'

/** After the last link to the address has run out: whoever has lost the mail can ask for another one until then. */
const KEEP_DAYS = 7
/** After the registration, however often links were asked for: anybody can ask for them. */
const MOST_DAYS = 30

export type Unverified = { userId: number; role: 'buyer' | 'business' }

/** By lot: a hundred that fail again and again keep nobody else from her turn. Rows that were never sent a link (a demo's, an imported customer's, one made by hand) wait for ever. */
export async function unverifiedToErase(db: Queryable, now: Date): Promise<Unverified[]> {
  const { rows } = await db.query<Unverified>(
    `SELECT u.id AS "userId", u.role FROM users u LEFT JOIN business_profiles p ON p.user_id = u.id
     WHERE (u.role = 'buyer' OR u.role = 'business' AND p.status = 'pending') AND NOT u.email_verified AND u.erased_at IS NULL
       AND u.email_verification_expires IS NOT NULL
       AND (greatest(u.email_verification_expires, u.password_reset_expires) < $1::timestamptz - make_interval(days => ${KEEP_DAYS})
         OR u.created_at < $1::timestamptz - make_interval(days => ${MOST_DAYS}))
     ORDER BY random() LIMIT 100`,
    [now],
  )
  return rows
}

/** Verified or decided since it was looked for: it stays. */
class Wanted extends Error {
  override readonly name = 'Wanted'
}

/** False where the business was decided about. */
type CloseUndecided = (client: PoolClient, businessId: number, recording: Recording) => Promise<boolean>

/**
 * A business's document belongs to nobody then, and goes with the next chore. No mail tells of it: the address may be a stranger's.
 * False, and nothing is done, where somebody wants it after all.
 */
export async function eraseUnverified(
  pool: Pool,
  unverified: Unverified,
  now: Date,
  closeUndecided: CloseUndecided,
): Promise<boolean> {
  const erased = inTransaction(pool, async (client) => {
    return (await eraseUnlessWanted(client, unverified, now, closeUndecided)) !== undefined
  })
  return erased.catch((error: unknown) => {
    if (error instanceof Wanted) return false
    throw error
  })
}

/**
 * Frees an address for the registration that is written in this transaction: the one before it was never verified, and may be a stranger's. Returns
 * that one as it was, undefined where it has just gone. Throws EmailTaken, for a rollback, where the address is not an undecided, unverified business's.
 */
export async function eraseForNext(
  client: PoolClient,
  email: string,
  now: Date,
  closeUndecided: CloseUndecided,
): Promise<Erased | undefined> {
  const { rows } = await client.query<{ userId: number }>(
    `SELECT id AS "userId" FROM users
     WHERE lower(email) = lower($1) AND role = 'business' AND NOT email_verified AND erased_at IS NULL AND email_verification_expires IS NOT NULL`,
    [email],
  )
  if (!rows[0]) throw new EmailTaken()
  const unverified: Unverified = { userId: rows[0].userId, role: 'business' }
  return eraseUnlessWanted(client, unverified, now, closeUndecided).catch((error: unknown) => {
    throw error instanceof Wanted ? new EmailTaken() : error
  })
}

/** Undefined where the person is gone already. Throws Wanted, for a rollback. */
async function eraseUnlessWanted(
  client: PoolClient,
  { userId, role }: Unverified,
  now: Date,
  closeUndecided: CloseUndecided,
): Promise<Erased | undefined> {
  // As she was when her row was held: whoever opens the link at this moment comes before it, or finds nobody.
  const person = await erasePerson(client, userId)
  if (!person) return undefined
  if (person.emailVerified) throw new Wanted()
  // Nobody was ever shown the buyer's code. Whatever stands on it all the same is closed as every account is.
  if (role === 'buyer') await startClosing(client, { userId, role })
  else if (!(await closeUndecided(client, userId, bySystem(`close-business:${userId}`, now)))) throw new Wanted()
  return person
}
