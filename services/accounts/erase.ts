/**
 * Erases a person (H25, R99): one transaction overwrites the personal data. The row stays, because points refer to its
 * id.
 */
import { PERSON_EVENT_DATA, personStream } from '#contracts/events/person-events.ts'
import { bySystem, onceForThing, recordEvents, type Recording } from '#platform/outbox/event-outbox.ts'
import { orderMail, dropMailsOf } from '#platform/mail/mail-outbox.ts'
import type { Pool, PoolClient } from '#platform/postgres/postgres.ts'
import { inTransaction } from '#platform/postgres/transaction.ts'
import { startClosing } from './close-accounts.ts'
import { NO_PASSWORD } from './passwords.ts'
import { USER_COLUMNS, type User } from './users.ts'

/** Other tables with personal data. Each new one needs a line here; erase-account.int.test.ts finds missing ones. */
const OTHER_ROWS = [
  'DELETE FROM keyed_writes WHERE user_id = $1',
  'DELETE FROM reviews WHERE buyer_id = $1',
  'DELETE FROM passkeys WHERE user_id = $1',
  'DELETE FROM totp_secrets WHERE user_id = $1',
  'DELETE FROM recovery_codes WHERE user_id = $1',
  'DELETE FROM push_subscriptions WHERE user_id = $1',
  // Their codes end with the person; the rows name only ids.
  'UPDATE cards SET blocked_at = now() WHERE claimed_by = $1 AND blocked_at IS NULL',
  // People of a business that leaves. Its tills end with them.
  'DELETE FROM business_staff WHERE business_id = $1',
  'DELETE FROM tills WHERE business_id = $1',
  'DELETE FROM branches WHERE business_id = $1',
  'DELETE FROM business_notes WHERE business_id = $1',
  // Sign-in times stay under the id for as long as the log is kept.
  `UPDATE security_log SET device = '' WHERE user_id = $1 AND device <> ''`,
]

/** `linkHash`, `linkExpires`: of the verification link. `awardedAt`: see markAwarded. */
export type Erased = User & {
  idDocumentUrl: string | null
  /** Accounts of a business's managers, to be erased with it. */
  managers: readonly number[]
  linkHash: string | null
  linkExpires: Date | null
  awardedAt: Date | null
}

/**
 * The person before erasure, or undefined if already erased. Call in the transaction that removes the rest of the
 * account.
 */
export async function erasePerson(client: PoolClient, userId: number): Promise<Erased | undefined> {
  // Before the user row is locked: mail-requests.ts locks the request first and the row second. Later requests find
  // nobody.
  await client.query(
    'DELETE FROM mail_requests USING users WHERE users.id = $1 AND lower(mail_requests.email) = lower(users.email)',
    [userId],
  )
  // A manager's person stays. Before the user row, too, as where the owner removes the person.
  await client.query('UPDATE business_staff SET user_id = NULL, owner_epoch = NULL WHERE user_id = $1', [userId])
  const { rows } = await client.query<Omit<Erased, 'managers'>>(
    `SELECT ${USER_COLUMNS}, id_document_url AS "idDocumentUrl", email_verification_token AS "linkHash", email_verification_expires AS "linkExpires",
       awarded_at AS "awardedAt"
     FROM users WHERE id = $1 AND erased_at IS NULL FOR UPDATE`,
    [userId],
  )
  const [person] = rows
  if (!person) return undefined
  await dropMailsOf(client, userId)
  const managers = await managersOf(client, userId)
  for (const statement of OTHER_ROWS) await client.query(statement, [userId])
  await client.query(
    // Random part: the address is unique, so a guessed and registered one would block the deletion.
    `UPDATE users SET email = 'erased-' || id || '-' || gen_random_uuid() || '@hatik.invalid', password = $2, first_name = '', last_name = '', phone = NULL, buyer_code = NULL,
       legal_status = NULL, tax_id = NULL, id_document_url = NULL, email_verified = false, email_verified_at = NULL, email_verification_token = NULL,
       email_verification_expires = NULL, password_reset_token = NULL, password_reset_expires = NULL, pending_email = NULL, sign_up_key = NULL, awarded_at = NULL, passkey_handle = NULL,
       session_epoch = session_epoch + 1, erased_at = now(), updated_at = now()
     WHERE id = $1`,
    [userId, NO_PASSWORD],
  )
  return { ...person, managers }
}

/** Locks all people of the shop, so that an invitation accepted meanwhile comes first or finds no person. */
async function managersOf(client: PoolClient, businessId: number): Promise<number[]> {
  const { rows } = await client.query<{ userId: number | null }>(
    'SELECT user_id AS "userId" FROM business_staff WHERE business_id = $1 ORDER BY id FOR UPDATE',
    [businessId],
  )
  return rows.flatMap(({ userId }) => userId ?? [])
}

export type Erasing = Pick<Recording, 'actor' | 'correlationId' | 'at'>
type CloseBusiness = (client: PoolClient, businessId: number, recording: Recording) => Promise<unknown>

/**
 * Records PersonErased once (decision 36). False if recorded before, as after a restored backup brought the rows back.
 */
export function recordErasure(
  client: PoolClient,
  { id, role }: Pick<User, 'id' | 'role'>,
  by: Erasing,
): Promise<boolean> {
  return recordEvents(client, personStream(id), PERSON_EVENT_DATA, [{ type: 'PersonErased', data: { role } }], {
    ...onceForThing(`erase-person:${id}`),
    ...by,
  })
}

/**
 * All rows of a deleted buyer or business (H25), in one transaction; accounts (close-accounts.ts) and files follow.
 * Undefined if already erased; `isNew`: see recordErasure.
 */
export async function eraseWhoLeaves(
  client: PoolClient,
  { userId, role }: { userId: number; role: 'buyer' | 'business' },
  by: Erasing,
  closeBusiness: CloseBusiness,
): Promise<{ person: User & { idDocumentUrl: string | null }; isNew: boolean } | undefined> {
  const person = await erasePerson(client, userId)
  if (!person) return undefined
  for (const manager of person.managers) await eraseManager(client, manager, by)
  if (role === 'business') await closeBusiness(client, userId, { ...onceForThing(`close-business:${userId}`), ...by })
  await startClosing(client, { userId, role })
  return { person, isNew: await recordErasure(client, person, by) }
}

/** A manager's account, which has no part in the ledger; a final mail goes out once. Undefined if already erased. */
export async function eraseManager(client: PoolClient, userId: number, by: Erasing): Promise<Erased | undefined> {
  const person = await erasePerson(client, userId)
  if (person && (await recordErasure(client, person, by))) await orderFarewell(client, person)
  return person
}

/** Carries the address itself, which the user row loses; the outbox drops it once sent. */
export async function orderFarewell(
  client: PoolClient,
  { id, email, language, role }: Pick<User, 'id' | 'email' | 'language' | 'role'>,
): Promise<void> {
  await orderMail(client, {
    cause: `account-deleted:${id}`,
    template: 'account_deleted',
    userId: id,
    parameters: { role },
    language,
    to: email,
  })
}

/** H22: a registration that was rejected thirty days ago. It never had ledger accounts. */
export async function eraseRejected(
  pool: Pool,
  businessId: number,
  now: Date,
  closeBusiness: CloseBusiness,
): Promise<void> {
  await inTransaction(pool, async (client) => {
    if (!(await erasePerson(client, businessId))) return
    await closeBusiness(client, businessId, bySystem(`close-business:${businessId}`, now))
  })
}
