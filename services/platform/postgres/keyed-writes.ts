/** The memory of keyed writes of ordinary rows does not grow for ever: what it promises is as much as for awards (decision 3). */
import type { Queryable } from './postgres.ts'

/** A retry gets the first answer for this long. */
const KEYED_WRITES_KEPT_DAYS = 7
/** At once, so that no statement holds many rows for long. */
const BATCH = 1_000

/** The chore: forgets what is older, batch by batch. May run in several processes. The number of rows that went. */
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
