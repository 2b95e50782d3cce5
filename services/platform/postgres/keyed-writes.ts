/** Idempotency records of ordinary rows, with the same promise as awards (decision 3). */
import type { Queryable } from './postgres.ts'

/** For replayed responses. */
const KEYED_WRITES_KEPT_DAYS = 7
/** Limits how long rows are locked. */
const BATCH = 1_000

/** Chore; several processes may run it. */
export async function pruneKeyedWrites(db: Queryable, now: Date): Promise<number> {
  for (let pruned = 0; ;) {
    const { rowCount } = await db.query(
      `DELETE FROM keyed_writes WHERE (user_id, key) IN (
         SELECT user_id, key FROM keyed_writes WHERE written_at < $1::timestamptz - make_interval(days => ${KEYED_WRITES_KEPT_DAYS})
         ORDER BY written_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`,
      [now],
    )
    pruned += rowCount ?? 0
    if ((rowCount ?? 0) < BATCH) return pruned
  }
}
