/** New addresses that nobody has verified in time (H20): such a one may be a stranger's, by a slip of the finger, and its link opens nothing any more. */
import type { Queryable } from '#platform/postgres/postgres.ts'
import { NO_OPEN_CHANGE } from './reset-password.ts'

/** At once, so that no statement holds many rows for long. */
const BATCH = 1_000

/** The chore: forgets them when their link has run out; the present address stays as it is. May run in several processes. How many were forgotten. */
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
