/** Awards to accounts that nobody has verified (decision 51). */
import type { Queryable } from '#platform/postgres/postgres.ts'

/**
 * Marks the account as awarded, before the award is appended: from then on it is neither taken over nor erased while it
 * may have points. False, with nothing marked, if the code is no longer the account's.
 */
export async function markAwarded(db: Queryable, { id, code }: { id: number; code: string }): Promise<boolean> {
  const { rowCount } = await db.query(
    'UPDATE users SET awarded_at = now() WHERE id = $1 AND buyer_code = $2 AND erased_at IS NULL',
    [id, code],
  )
  return rowCount === 1
}
