/**
 * A person leaves (H25, R99). The row stays, because points hang on its id; everything that says who it was is overwritten in
 * one transaction, and the ledger is told afterwards (close-accounts.ts). The ledger itself never knew.
 */
import { PERSON_EVENT_DATA, personStream } from '#contracts/events/person-events.ts'
import { bySystem, onceForThing, recordEvents, type Recording } from '#platform/outbox/event-outbox.ts'
import { orderMail, dropMailsOf } from '#platform/mail/mail-outbox.ts'
import type { Pool, PoolClient } from '#platform/postgres/postgres.ts'
import { inTransaction } from '#platform/postgres/transaction.ts'
import { startClosing } from './close-accounts.ts'
import { NO_PASSWORD } from './passwords.ts'
import { USER_COLUMNS, type User } from './users.ts'

/** Rows of other parts that speak of a person. Whoever adds such a table adds a line; leave.int.test.ts finds who forgets. */
const OTHER_ROWS = [
  'DELETE FROM keyed_writes WHERE user_id = $1',
  'DELETE FROM reviews WHERE buyer_id = $1',
  // Who signed in when stays under the number, as long as all of it.
  `UPDATE security_log SET device = '' WHERE user_id = $1 AND device <> ''`,
]

/** A person as she was: with the key of her document, and the hash of the link to her address, which has its time. */
export type Erased = User & { idDocumentUrl: string | null; linkHash: string | null; linkExpires: Date | null }

/** The person as she was, or undefined where she is gone already. To be called in the transaction that ends all that is hers. */
export async function erasePerson(client: PoolClient, userId: number): Promise<Erased | undefined> {
  // Before her row is held: who answers such a request holds it first, and her row after it (mail-requests.ts). One that comes later finds nobody.
  await client.query(
    'DELETE FROM mail_requests USING users WHERE users.id = $1 AND lower(mail_requests.email) = lower(users.email)',
    [userId],
  )
  const { rows } = await client.query<Erased>(
    `SELECT ${USER_COLUMNS}, id_document_url AS "idDocumentUrl", email_verification_token AS "linkHash", email_verification_expires AS "linkExpires"
     FROM users WHERE id = $1 AND erased_at IS NULL FOR UPDATE`,
    [userId],
  )
  const [person] = rows
  if (!person) return undefined
  await dropMailsOf(client, userId)
  for (const statement of OTHER_ROWS) await client.query(statement, [userId])
  await client.query(
    // The address is nobody's, and none that anybody could have guessed and taken before: it is unique, and a taken one would keep her from leaving.
    `UPDATE users SET email = 'erased-' || id || '-' || gen_random_uuid() || '@hatik.invalid', password = $2, first_name = '', last_name = '', phone = NULL, buyer_code = NULL,
       legal_status = NULL, tax_id = NULL, id_document_url = NULL, email_verified = false, email_verified_at = NULL, email_verification_token = NULL,
       email_verification_expires = NULL, password_reset_token = NULL, password_reset_expires = NULL, pending_email = NULL, sign_up_key = NULL,
       session_epoch = session_epoch + 1, erased_at = now(), updated_at = now()
     WHERE id = $1`,
    [userId, NO_PASSWORD],
  )
  return person
}

/** What else an account's end brings about, for whoever's sake: by whom it is erased, and when. */
export type Erasing = Pick<Recording, 'actor' | 'correlationId' | 'at'>
type CloseBusiness = (client: PoolClient, businessId: number, recording: Recording) => Promise<unknown>

/**
 * The log is told that a person is gone, once (decision 36). False where it has been told before: she is erased again, after her rows came back out
 * of a backup.
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
 * All rows of a buyer's or a business's leaving (H25), in one transaction; her accounts are closed afterwards (close-accounts.ts), and her files are the
 * caller's or the chores'. Undefined where she is gone already. `isNew`: see recordErasure.
 */
export async function eraseWhoLeaves(
  client: PoolClient,
  { userId, role }: { userId: number; role: 'buyer' | 'business' },
  by: Erasing,
  closeBusiness: CloseBusiness,
): Promise<{ person: User & { idDocumentUrl: string | null }; isNew: boolean } | undefined> {
  const person = await erasePerson(client, userId)
  if (!person) return undefined
  if (role === 'business') await closeBusiness(client, userId, { ...onceForThing(`close-business:${userId}`), ...by })
  await startClosing(client, { userId, role })
  return { person, isNew: await recordErasure(client, person, by) }
}

/** The last mail goes to the address that is about to be forgotten; the outbox forgets it too, once it is sent. */
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

/** H22: a rejected registration whose thirty days are over. It never took part, so nothing of it stands in the ledger's accounts. */
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
