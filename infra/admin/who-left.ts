/** People who left according to the log, but whose rows a restored backup brought back (H25). */
import { parsePersonStream } from '#contracts/events/person-events.ts'
import type { LogEvent } from '#platform/event-store/log-reader.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'
import { isPowerEvent, type LedgerLogEvent } from '#projections/runtime/catch-up/power-event.ts'

/** Time of leaving by users.id. */
export type WhoLeft = Map<number, Date>

export function meetErasures(left: WhoLeft, events: readonly LogEvent[]): void {
  for (const { stream, storedAt } of events) {
    const userId = parsePersonStream(stream)
    if (userId !== undefined) left.set(userId, storedAt)
  }
}

/** Closed businesses and accounts also mean that people left, before erasures were recorded. */
export function meetWhoLeft(left: WhoLeft, events: readonly LedgerLogEvent[]): void {
  for (const event of events) {
    const at = new Date(event.metadata.recordedAt)
    if (isPowerEvent(event)) {
      if (event.type === 'BusinessClosed') left.set(event.businessId, at)
    } else if (event.type === 'AccountClosed') left.set(event.buyerId, at)
  }
}

/** Rows created after the leaving belong to somebody else. */
export async function stillThere(
  db: Queryable,
  left: WhoLeft,
): Promise<{ businesses: number[]; buyers: number[]; staff: number[]; managers: number[] }> {
  const { rows } = await db.query<{ id: number; role: string }>(
    `SELECT u.id, u.role FROM unnest($1::int[], $2::timestamptz[]) AS gone (id, at) JOIN users u ON u.id = gone.id
     WHERE u.erased_at IS NULL AND u.created_at < gone.at ORDER BY u.id`,
    [[...left.keys()], [...left.values()]],
  )
  const ids = (...roles: string[]) => rows.filter(({ role }) => roles.includes(role)).map(({ id }) => id)
  return {
    businesses: ids('business'),
    buyers: ids('buyer'),
    staff: ids('admin', 'auditor'),
    managers: ids('manager'),
  }
}

export async function numbersStillThere(db: Queryable, left: WhoLeft): Promise<number[]> {
  return Object.values(await stillThere(db, left)).flat()
}
