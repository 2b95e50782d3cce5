/**
 * The Merkle log can only grow over the log that its leaves were made from. Over another one, as after an event store was restored from an older
 * backup, it would take up what comes after its last leaf, leave out what comes before, and sign that.
 */
import type { LogEvent } from '#platform/event-store/log-reader.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'
import { canonicalEvent, readSeal } from './canonical-event.ts'
import { leafHash } from './hashes.ts'

export type LeafWatch = {
  /** False where the log does not hold the event of the last leaf, as it was. Looks once. Throws where the store or PostgreSQL is away. */
  fits(): Promise<boolean>
  /** The connection broke: it may be another store by now. */
  again(): void
}

/**
 * `eventAt`: the event at a position of the log, undefined where there is none. `onMisfit`: it was found not to fit; not told again before it
 * has fitted.
 */
export function createLeafWatch(
  db: Queryable,
  eventAt: (position: bigint) => Promise<LogEvent | undefined>,
  onMisfit: () => void,
): LeafWatch {
  let known = false
  let told = false
  return {
    async fits() {
      if (known) return true
      const { rows } = await db.query<{ position: string; hash: Buffer }>(
        'SELECT position::text AS "position", hash FROM ledger_leaves ORDER BY index DESC LIMIT 1',
      )
      const leaf = rows[0]
      const event = leaf && (await eventAt(BigInt(leaf.position)))
      known = !leaf || (event !== undefined && leafHash(canonicalEvent(event, await readSeal(db))).equals(leaf.hash))
      if (!known && !told) onMisfit()
      told = !known
      return known
    },
    again() {
      known = false
    },
  }
}
