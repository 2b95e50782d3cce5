/** Prunes the idempotency records of ordinary rows' writes, whose promise is the same as for awards (decision 3). */
import type { Queryable } from './postgres.ts'

/** How long a retry gets the replayed response. */
const KEYED_WRITES_KEPT_DAYS = 7
/** Rows per statement, so that no statement locks many rows for long. */
const BATCH = 1_000

/** Chore: deletes expired records in batches and returns their number. May run in several processes at once. */
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
