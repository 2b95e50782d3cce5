/** Settles abandoned reservations by looking for their awards in the accounts' streams (H11). */
import { yerevanMonth } from '#contracts/units/time.ts'
import { accountEvents } from '#ledger/account-events.ts'
import { StoreUnavailable, type EventStore, type RecordedEvent } from '#ledger/event-store.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'
import { confirm, SETTLE_AFTER_MS } from './quota.ts'

const BATCH = 200
/** Confirmed reservations serve retries; later retries find the award in its stream. */
const KEEP_MONTHS = 2
/** Rows per DELETE, which limits how long they are locked. */
const FORGET_AT_ONCE = 1_000

/** `heldSince` is text, to keep the database's microseconds. */
type Abandoned = { awardId: string; stream: string; reservedAt: Date; heldSince: string; holds: number }

export type Settled = { confirmed: number; released: number; left: number }
/** Called for a stream that stays unreadable, as with an unknown event; the others are settled. */
export type OnUnreadable = (awardId: string, error: unknown) => void

/**
 * One batch of at most 200, in random order, so that unreadable streams starve no others. Several settlers may run: a
 * decision applies only to the reservation as read. `left`: unreadable, or held anew meanwhile.
 */
export async function settleAbandoned(
  db: Queryable,
  store: Pick<EventStore, 'readStream'>,
  {
    afterMs = SETTLE_AFTER_MS,
    now = new Date(),
    onUnreadable = () => {},
    pageEvents,
  }: { afterMs?: number; now?: Date; onUnreadable?: OnUnreadable; pageEvents?: number } = {},
): Promise<Settled> {
  const { rows } = await db.query<Abandoned>(
    `SELECT award_id AS "awardId", stream, reserved_at AS "reservedAt", held_since::text AS "heldSince", holds FROM quota_reservations
     WHERE state = 'reserved' AND held_since < clock_timestamp() - make_interval(secs => $1::float8 / 1000)
     ORDER BY random() LIMIT ${BATCH}`,
    [afterMs],
  )
  const settled: Settled = { confirmed: 0, released: 0, left: 0 }
  const written: string[] = []
  for (const reservation of rows) {
    const found = await isWritten(accountEvents(store, reservation.stream, pageEvents), reservation, onUnreadable)
    if (found === undefined) settled.left += 1
    else if (found) written.push(reservation.awardId)
    else if (await releaseAsSeen(db, reservation)) settled.released += 1
    else settled.left += 1
  }
  await confirm(db, written)
  settled.confirmed = written.length
  await forgetConfirmed(db, monthsBefore(now, KEEP_MONTHS))
  return settled
}

/** In batches, because one statement would time out. */
async function forgetConfirmed(db: Queryable, month: string): Promise<void> {
  for (;;) {
    const { rowCount } = await db.query(
      `DELETE FROM quota_reservations WHERE award_id IN (
         SELECT award_id FROM quota_reservations WHERE state = 'confirmed' AND month < $1 ORDER BY month LIMIT ${FORGET_AT_ONCE} FOR UPDATE SKIP LOCKED)`,
      [month],
    )
    if ((rowCount ?? 0) < FORGET_AT_ONCE) return
  }
}

/** Undefined if the stream cannot be read. An award recorded at another time has another place, or needed none. */
async function isWritten(
  events: AsyncIterable<RecordedEvent>,
  { awardId, reservedAt }: Abandoned,
  onUnreadable: OnUnreadable,
): Promise<boolean | undefined> {
  try {
    for await (const event of events) {
      if (
        event.type === 'PointsAwarded' &&
        event.data.awardId === awardId &&
        event.metadata.recordedAt === reservedAt.toISOString()
      )
        return true
    }
    return false
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) onUnreadable(awardId, error)
    return undefined
  }
}

/** False if held anew, even after another settler released it and its award took a new place. */
async function releaseAsSeen(db: Queryable, { awardId, heldSince, holds }: Abandoned): Promise<boolean> {
  const released = await db.query(
    `WITH gone AS (
       DELETE FROM quota_reservations WHERE award_id = $1 AND state = 'reserved' AND holds = $2 AND held_since = $3 RETURNING business_id, month
     ) UPDATE quota SET used = used - 1 FROM gone WHERE quota.business_id = gone.business_id AND quota.month = gone.month`,
    [awardId, holds, heldSince],
  )
  return released.rowCount === 1
}

function monthsBefore(now: Date, months: number): string {
  const [year = 0, month = 1] = yerevanMonth(now).split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 - months, 1)).toISOString().slice(0, 7)
}
