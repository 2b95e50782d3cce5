/** Accounts of managers (decision 48). Which person of which shop one belongs to stands in the shop's rows. */
import type { Language } from '#contracts/calls/account/session.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'
import { EmailTaken, isTaken } from '../verification/sign-up.ts'

export type NewManager = { email: string; name: string; passwordHash: string; language: Language; at: Date }

/**
 * The id of a verified account: its link came from the mailbox. Throws EmailTaken, after which the transaction is to be
 * rolled back.
 */
export async function addManager(
  transaction: Queryable,
  { email, name, passwordHash, language, at }: NewManager,
): Promise<number> {
  try {
    const { rows } = await transaction.query<{ id: number }>(
      `INSERT INTO users (email, password, role, first_name, last_name, email_verified, email_verified_at, preferred_language)
       VALUES ($1, $2, 'manager', $3, '', true, $5, $4) RETURNING id`,
      [email, passwordHash, name, language, at],
    )
    return rows[0]!.id
  } catch (error) {
    throw isTaken(error, 'users_email_key') ? new EmailTaken() : error
  }
}
