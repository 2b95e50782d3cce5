/** Whom the log says to have left, and whose rows, restored from an older backup, know nothing of it (H25). */
import type { Queryable } from '#platform/postgres.ts'
import { isPowerEvent, type LedgerLogEvent } from '#projections/runtime/power-event.ts'

/** When each of them left, by users.id. */
export type WhoLeft = Map<number, Date>

/** A business closes, and a buyer's accounts are closed, by nothing but their leaving. A buyer who had no account leaves nothing in the log. */
export function meetWhoLeft(left: WhoLeft, events: readonly LedgerLogEvent[]): void {
  for (const event of events) {
    const at = new Date(event.metadata.recordedAt)
    if (isPowerEvent(event)) {
      if (event.type === 'BusinessClosed') left.set(event.businessId, at)
    } else if (event.type === 'AccountClosed') left.set(event.buyerId, at)
  }
}

/** Those who are there all the same. Who was given such an id after that is somebody else. */
export async function stillThere(db: Queryable, left: WhoLeft): Promise<{ businesses: number[]; buyers: number[] }> {
  const { rows } = await db.query<{ id: number; role: string }>(
    `SELECT u.id, u.role FROM unnest($1::int[], $2::timestamptz[]) AS gone (id, at) JOIN users u ON u.id = gone.id
     WHERE u.erased_at IS NULL AND u.created_at < gone.at ORDER BY u.id`,
    [[...left.keys()], [...left.values()]],
  )
  const ids = (role: string) => rows.filter((row) => row.role === role).map(({ id }) => id)
  return { businesses: ids('business'), buyers: ids('buyer') }
}
