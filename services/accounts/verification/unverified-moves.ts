/** Forgets new addresses that were not verified in time (H20): a mistyped address may be a stranger's. */
import type { Queryable } from '#platform/postgres/postgres.ts'
import { NO_OPEN_CHANGE } from '../reset-password.ts'

/** Rows per UPDATE, which limits how long they are locked. */
const BATCH = 1_000

/** Chore; several processes may run it. */
export async function forgetUnverifiedMoves(db: Queryable, now: Date): Promise<number> {
  for (let forgotten = 0; ;) {
    const { rowCount } = await db.query(
      `UPDATE users SET ${NO_OPEN_CHANGE}, updated_at = now() WHERE id IN (
         SELECT id FROM users WHERE pending_email IS NOT NULL AND email_verification_expires <= $1 LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`,
      [now],
    )
    forgotten += rowCount ?? 0
    if ((rowCount ?? 0) < BATCH) return forgotten
  }
}
