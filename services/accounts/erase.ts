/**
 * A person leaves (H25, R99). The row stays, because points hang on its id; everything that says who it was is overwritten in
 * one transaction, and the ledger is told afterwards (close-accounts.ts). The ledger itself never knew.
 */
import { bySystem, type Recording } from '#platform/event-outbox.ts'
import { orderMail, dropMailsOf } from '#platform/mail-outbox.ts'
import type { Pool, PoolClient } from '#platform/postgres.ts'
import { inTransaction } from '#platform/transaction.ts'
import { NO_PASSWORD } from './passwords.ts'
import { USER_COLUMNS, type User } from './users.ts'

/** Rows of other parts that speak of a person. Whoever adds such a table adds a line; leave.int.test.ts finds who forgets. */
const OTHER_ROWS = ['DELETE FROM keyed_writes WHERE user_id = $1', 'DELETE FROM reviews WHERE buyer_id = $1']

/** The person as she was, or undefined where she is gone already. To be called in the transaction that ends all that is hers. */
export async function erasePerson(client: PoolClient, userId: number): Promise<(User & { idDocumentUrl: string | null }) | undefined> {
  // Before her row is held: who answers such a request holds it first, and her row after it (mail-requests.ts). One that comes later finds nobody.
  await client.query('DELETE FROM mail_requests USING users WHERE users.id = $1 AND lower(mail_requests.email) = lower(users.email)', [userId])
  const { rows } = await client.query<User & { idDocumentUrl: string | null }>(
    `SELECT ${USER_COLUMNS}, id_document_url AS "idDocumentUrl" FROM users WHERE id = $1 AND erased_at IS NULL FOR UPDATE`,
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

/** The last mail goes to the address that is about to be forgotten; the outbox forgets it too, once it is sent. */
export async function orderFarewell(client: PoolClient, { id, email, language, role }: Pick<User, 'id' | 'email' | 'language' | 'role'>): Promise<void> {
  await orderMail(client, { cause: `account-deleted:${id}`, template: 'account_deleted', userId: id, parameters: { role }, language, to: email })
}

/** H22: a rejected registration whose thirty days are over. It never took part, so nothing of it stands in the ledger's accounts. */
export async function eraseRejected(
  pool: Pool,
  businessId: number,
  now: Date,
  closeBusiness: (client: PoolClient, businessId: number, recording: Recording) => Promise<unknown>,
): Promise<void> {
  await inTransaction(pool, async (client) => {
    if (!(await erasePerson(client, businessId))) return
    await closeBusiness(client, businessId, bySystem(`close-business:${businessId}`, now))
  })
}
