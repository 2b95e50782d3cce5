import type { Queryable } from '#platform/postgres/postgres.ts'

/** Ends all sessions of a person with an account, so that none returns when the person may sign in again. */
export async function endSessionsOf(transaction: Queryable, staffId: string): Promise<void> {
  await transaction.query(
    `UPDATE users u SET session_epoch = session_epoch + 1, updated_at = now() FROM business_staff s
     WHERE s.id = $1 AND u.id = s.user_id`,
    [staffId],
  )
}
