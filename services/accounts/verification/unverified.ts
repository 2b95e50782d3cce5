/**
 * Erases unverified sign-ups and registrations (decision 35): meanwhile they block a possibly stranger's address, and a
 * business page's name. Those that collect points stay (decision 51).
 */
import { DAY_MS } from '#contracts/units/time.ts'
import { bySystem, type Recording } from '#platform/outbox/event-outbox.ts'
import type { Pool, PoolClient, Queryable } from '#platform/postgres/postgres.ts'
import { inTransaction } from '#platform/postgres/transaction.ts'
import { startClosing } from '../close-accounts.ts'
import { erasePerson, type Erased } from '../erase.ts'
import { EmailTaken } from './sign-up.ts'

/** Days after the last link expired; until then another can be requested. */
const KEEP_DAYS = 7
/** Days after the last award, when nothing of it can be in flight or be corrected. */
const AWARD_SETTLED_MS = 7 * DAY_MS
/** Days after registration, however many links were requested, because anybody can request them. */
const MOST_DAYS = 30

export type Unverified = {
  userId: number
  role: 'buyer' | 'business'
  /** Awarded at some time, so points may stand (decision 51). */
  awarded?: boolean
}

/**
 * In random order, so that failing rows starve no others; awarded ones last, because those with points stay. Rows
 * without a link (demo, imported or made by hand) are never due.
 */
export async function unverifiedToErase(db: Queryable, now: Date): Promise<Unverified[]> {
  const { rows } = await db.query<Unverified>(
    `SELECT u.id AS "userId", u.role, u.awarded_at IS NOT NULL AS awarded FROM users u LEFT JOIN business_profiles p ON p.user_id = u.id
     WHERE (u.role = 'buyer' OR u.role = 'business' AND p.status = 'pending') AND NOT u.email_verified AND u.erased_at IS NULL
       AND u.email_verification_expires IS NOT NULL
       AND (greatest(u.email_verification_expires, u.password_reset_expires) < $1::timestamptz - make_interval(days => ${KEEP_DAYS})
         OR u.created_at < $1::timestamptz - make_interval(days => ${MOST_DAYS}))
       AND (u.awarded_at IS NULL OR u.awarded_at < $2)
     ORDER BY u.awarded_at IS NOT NULL, random() LIMIT 100`,
    [now, new Date(now.getTime() - AWARD_SETTLED_MS)],
  )
  return rows
}

/**
 * Marks an account before an award to it is appended: from then on it is neither taken over nor erased while it may have
 * points. False, with nothing marked, if the code is no longer the account's.
 */
export async function markAwarded(db: Queryable, { id, code }: { id: number; code: string }): Promise<boolean> {
  const { rowCount } = await db.query(
    'UPDATE users SET awarded_at = now() WHERE id = $1 AND buyer_code = $2 AND erased_at IS NULL',
    [id, code],
  )
  return rowCount === 1
}

class Wanted extends Error {
  override readonly name = 'Wanted'
}

/** False if already decided. */
type CloseUndecided = (client: PoolClient, businessId: number, recording: Recording) => Promise<boolean>

/** Asks read models that hold every award older than AWARD_SETTLED_MS; throws if they are behind. */
type HasPoints = (buyerId: number) => Promise<boolean>

/**
 * Sends no mail, because the address may be a stranger's; a later chore deletes the document. False, with nothing done,
 * if verified or decided meanwhile, or if points stand.
 */
export async function eraseUnverified(
  pool: Pool,
  unverified: Unverified,
  now: Date,
  closeUndecided: CloseUndecided,
  hasPoints: HasPoints = async () => true,
): Promise<boolean> {
  if (unverified.awarded && (await hasPoints(unverified.userId))) return false
  const erased = inTransaction(pool, async (client) => {
    return (await eraseUnlessWanted(client, unverified, now, closeUndecided)) !== undefined
  })
  return erased.catch((error: unknown) => {
    if (error instanceof Wanted) return false
    throw error
  })
}

/**
 * Frees an address for the registration in this transaction. Returns the erased person, undefined if just erased.
 * Throws EmailTaken, for a rollback, unless the address is an undecided, unverified business's.
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

/** Undefined if already erased. Throws Wanted, for a rollback. */
async function eraseUnlessWanted(
  client: PoolClient,
  { userId, role, awarded = false }: Unverified,
  now: Date,
  closeUndecided: CloseUndecided,
): Promise<Erased | undefined> {
  // Read under the row lock: a link opened or an award marked meanwhile comes first or finds no account.
  const person = await erasePerson(client, userId)
  if (!person) return undefined
  const { emailVerified, awardedAt } = person
  const isSettled = awardedAt === null || (awarded && awardedAt.getTime() < now.getTime() - AWARD_SETTLED_MS)
  if (emailVerified || !isSettled) throw new Wanted()
  if (role === 'buyer') await startClosing(client, { userId, role })
  else if (!(await closeUndecided(client, userId, bySystem(`close-business:${userId}`, now)))) throw new Wanted()
  return person
}
