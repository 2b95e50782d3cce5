/**
 * Detects a log that the leaves were not made from. After a restore of an older backup, the Merkle log would skip
 * events before its last leaf's position, append later ones, and sign the result.
 */
import { leafHash, sameHash } from '#contracts/verify/merkle.ts'
import type { LogEvent } from '#platform/event-store/log-reader.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'
import { canonicalEvent, readSeal } from './canonical-event.ts'

export type LeafWatch = {
  /**
   * False if the log lacks the last leaf's event or has it changed; true is cached. Throws if the store or PostgreSQL
   * is unavailable.
   */
  fits(): Promise<boolean>
  /** The next connection may lead to another store. */
  again(): void
}

/** `onMisfit`: called again only after the log has fitted. */
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
      known = !leaf || (event !== undefined && sameHash(leafHash(canonicalEvent(event, await readSeal(db))), leaf.hash))
      if (!known && !told) onMisfit()
      told = !known
      return known
    },
    again() {
      known = false
    },
  }
}
