/**
 * Sign-ups and registrations whose address nobody has verified (decision 35). The address may be a stranger's, who cannot sign up with it as long
 * as they are there, and the name of a business's page is somebody else's who comes later.
 */
import { bySystem, type Recording } from '#platform/event-outbox.ts'
import type { Pool, PoolClient, Queryable } from '#platform/postgres.ts'
import { inTransaction } from '#platform/transaction.ts'
import { startClosing } from './close-accounts.ts'
import { erasePerson } from './erase.ts'

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

/**
 * A business's document belongs to nobody then, and goes with the next chore. No mail tells of it: the address may be a stranger's.
 * `closeUndecided`: false where it was decided. False, and nothing is done, where somebody wants it after all.
 */
export async function eraseUnverified(
  pool: Pool,
  { userId, role }: Unverified,
  now: Date,
  closeUndecided: (client: PoolClient, businessId: number, recording: Recording) => Promise<boolean>,
): Promise<boolean> {
  const erased = inTransaction(pool, async (client) => {
    // As she was when her row was held: whoever opens the link at this moment comes before it, or finds nobody.
    const person = await erasePerson(client, userId)
    if (!person) return false
    if (person.emailVerified) throw new Wanted()
    // Nobody was ever shown the buyer's code. Whatever stands on it all the same is closed as every account is.
    if (role === 'buyer') await startClosing(client, { userId, role })
    else if (!(await closeUndecided(client, userId, bySystem(`close-business:${userId}`, now)))) throw new Wanted()
    return true
  })
  return erased.catch((error: unknown) => {
    if (error instanceof Wanted) return false
    throw error
  })
}
