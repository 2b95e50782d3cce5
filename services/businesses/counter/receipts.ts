/**
 * A business awards each fiscal receipt once. This spans accounts, so the receipt is reserved in PostgreSQL for one
 * award, the award is appended, the receipt is confirmed (decision 6).
 * - The settler releases a reservation whose award was never written.
 * - A voided award frees its receipt for the next award.
 */
import { accountStream } from '#contracts/events/ledger-events.ts'
import { withoutUnseen } from '#contracts/units/names.ts'
import { accountEvents } from '#ledger/account-events.ts'
import { StoreUnavailable, type EventStore } from '#ledger/event-store.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'
import { SETTLE_AFTER_MS, type OfAward } from './quota.ts'

export type ReceiptClaim = { businessId: number; buyerId: number; receipt: string; awardId: string }
export type ReceiptReservation = { askedAt: { wallMs: number; monotonicMs: number } }

/** Undefined if the stream cannot be read. */
export type AwardLookUp = (stream: string, awardId: string) => Promise<'missing' | 'written' | 'voided' | undefined>

/** Ignores spaces, case and invisible characters: '№ 17'. */
export function comparableReceipt(receipt: string): string {
  return withoutUnseen(receipt.normalize('NFKC')).replace(/\s+/g, '').toUpperCase()
}

/** Parallel calls for one award may free and reserve the same receipt between each other's statements. */
const TAKE_OVER_TRIES = 20

/**
 * Takes or renews the receipt for this award. Throws if PostgreSQL fails; the outcome is then unknown until a retry or
 * the settler.
 * - 'taken': another award has it.
 * - 'unknown': nobody can tell yet whether that award will be written or was voided.
 * - 'other_receipt': this award's key was used for another receipt or account.
 */
export async function reserveReceipt(
  db: Queryable,
  claim: ReceiptClaim,
  lookUp: AwardLookUp,
): Promise<ReceiptReservation | 'taken' | 'unknown' | 'other_receipt'> {
  for (let attempt = 0; attempt < TAKE_OVER_TRIES; attempt += 1) {
    const askedAt = { wallMs: Date.now(), monotonicMs: performance.now() }
    const outcome = await hold(db, claim)
    if (outcome === 'held') return { askedAt }
    if (outcome === 'other_receipt') return outcome
    const freed = await freeIfVoided(db, claim, lookUp)
    if (freed !== 'freed') return freed
  }
  return 'unknown'
}

/** ON CONFLICT names no index, because parallel calls for one award may collide on the award before the receipt. */
async function hold(
  db: Queryable,
  { businessId, buyerId, receipt, awardId }: ReceiptClaim,
): Promise<'held' | 'taken' | 'other_receipt'> {
  const values = [businessId, comparableReceipt(receipt), awardId, accountStream(businessId, buyerId)]
  const inserted = await db.query({
    name: 'receipt-reserve',
    text: `INSERT INTO receipts (business_id, receipt, award_id, stream, state, held_since, holds)
      VALUES ($1, $2, $3, $4, 'reserved', clock_timestamp(), 1) ON CONFLICT DO NOTHING`,
    values,
  })
  if (inserted.rowCount === 1) return 'held'
  const again = await db.query(
    'UPDATE receipts SET held_since = clock_timestamp(), holds = holds + 1 WHERE business_id = $1 AND receipt = $2 AND award_id = $3 AND stream = $4',
    values,
  )
  if (again.rowCount === 1) return 'held'
  const other = await db.query(
    'SELECT FROM receipts WHERE award_id = $3 AND (business_id, receipt, stream) <> ($1, $2, $4)',
    values,
  )
  return other.rowCount === 1 ? 'other_receipt' : 'taken'
}

/** Deletes only the holder that was read, so that one caller at most gets the receipt. */
async function freeIfVoided(
  db: Queryable,
  { businessId, buyerId, receipt, awardId }: ReceiptClaim,
  lookUp: AwardLookUp,
): Promise<'freed' | 'taken' | 'unknown' | 'other_receipt'> {
  const comparable = comparableReceipt(receipt)
  const { rows } = await db.query<{ awardId: string; stream: string; state: 'reserved' | 'confirmed' }>(
    'SELECT award_id AS "awardId", stream, state FROM receipts WHERE business_id = $1 AND receipt = $2',
    [businessId, comparable],
  )
  const holder = rows[0]
  if (!holder) return 'freed'
  if (holder.awardId === awardId)
    return holder.stream === accountStream(businessId, buyerId) ? 'freed' : 'other_receipt'
  const found = await lookUp(holder.stream, holder.awardId)
  // Its award may still be written; the settler finds out.
  if (found === undefined || (found === 'missing' && holder.state === 'reserved')) return 'unknown'
  if (found !== 'voided') return 'taken'
  await db.query('DELETE FROM receipts WHERE business_id = $1 AND receipt = $2 AND award_id = $3', [
    businessId,
    comparable,
    holder.awardId,
  ])
  return 'freed'
}

/** Call only if the award is definitely not written. If a retry holds the receipt too, the settler decides. */
export async function releaseReceipt(db: Queryable, { awardId, stream }: OfAward): Promise<void> {
  await db.query("DELETE FROM receipts WHERE award_id = $1 AND stream = $2 AND state = 'reserved' AND holds = 1", [
    awardId,
    stream,
  ])
}

/** As `releaseEnded` for places. */
export async function releaseEndedReceipt(db: Queryable, { awardId, stream }: OfAward): Promise<void> {
  await db.query("DELETE FROM receipts WHERE award_id = $1 AND stream = $2 AND state = 'reserved'", [awardId, stream])
}

/** Marks receipts of written awards. May be late or lost: the settler repeats it. */
export async function confirmReceipts(db: Queryable, awardIds: readonly string[]): Promise<void> {
  if (awardIds.length === 0) return
  await db.query(
    `UPDATE receipts SET state = 'confirmed' WHERE award_id IN (
       SELECT award_id FROM receipts WHERE award_id = ANY($1::uuid[]) AND state = 'reserved' ORDER BY award_id FOR UPDATE
     )`,
    [awardIds],
  )
}

/** Undefined if the stream cannot be read. `onUnreadable` reports a permanent cause. */
export function awardLookUp(
  store: Pick<EventStore, 'readStream'>,
  { onUnreadable, pageEvents }: { onUnreadable: (awardId: string, error: unknown) => void; pageEvents?: number },
): AwardLookUp {
  return async (stream, awardId) => {
    try {
      let found: 'missing' | 'written' = 'missing'
      for await (const event of accountEvents(store, stream, pageEvents)) {
        if (event.type === 'AwardVoided' && event.data.awardId === awardId) return 'voided'
        if (event.type === 'PointsAwarded' && event.data.awardId === awardId) found = 'written'
      }
      return found
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) onUnreadable(awardId, error)
      return undefined
    }
  }
}

/** `heldSince` is text, to keep the database's microseconds. */
type Abandoned = { awardId: string; stream: string; heldSince: string; holds: number }

/**
 * One batch of at most 200 abandoned reservations, in random order. `left`: held anew meanwhile, or the stream is
 * unreadable.
 */
export async function settleReceipts(
  db: Queryable,
  lookUp: AwardLookUp,
  { afterMs = SETTLE_AFTER_MS }: { afterMs?: number } = {},
): Promise<{ confirmed: number; released: number; left: number }> {
  const { rows } = await db.query<Abandoned>(
    `SELECT award_id AS "awardId", stream, held_since::text AS "heldSince", holds FROM receipts
     WHERE state = 'reserved' AND held_since < clock_timestamp() - make_interval(secs => $1::float8 / 1000) ORDER BY random() LIMIT 200`,
    [afterMs],
  )
  const settled = { confirmed: 0, released: 0, left: 0 }
  const written: string[] = []
  for (const reservation of rows) {
    const { awardId, stream } = reservation
    const found = await lookUp(stream, awardId)
    if (found === 'written' || found === 'voided') written.push(awardId)
    else if (found === 'missing' && (await releaseAsSeen(db, reservation))) settled.released += 1
    else settled.left += 1
  }
  await confirmReceipts(db, written)
  settled.confirmed = written.length
  return settled
}

/** `restored`: receipts held by their awards again. `open`: undecided, to be retried. */
export type RestoredReceipts = { restored: number; open: number }

/**
 * For a database restored from an older backup than the event store's: logged awards hold their receipts again. Another
 * holder keeps its receipt unless voided, and a voided award takes none.
 */
export async function restoreReceipts(
  db: Queryable,
  written: readonly ReceiptClaim[],
  lookUp: AwardLookUp,
): Promise<RestoredReceipts> {
  const total = { restored: await insertConfirmed(db, written), open: 0 }
  const { rows } = await db.query<{ awardId: string }>(
    `SELECT asked.award_id AS "awardId" FROM unnest($1::uuid[]) AS asked (award_id)
     WHERE NOT EXISTS (SELECT FROM receipts WHERE receipts.award_id = asked.award_id)`,
    [written.map(({ awardId }) => awardId)],
  )
  const without = new Set(rows.map(({ awardId }) => awardId))
  for (const claim of written.filter(({ awardId }) => without.has(awardId))) {
    if ((await lookUp(accountStream(claim.businessId, claim.buyerId), claim.awardId)) === 'voided') continue
    const freed = await freeIfVoided(db, claim, lookUp)
    if (freed === 'freed') total.restored += await insertConfirmed(db, [claim])
    else if (freed === 'unknown') total.open += 1
  }
  return total
}

async function insertConfirmed(db: Queryable, claims: readonly ReceiptClaim[]): Promise<number> {
  const inserted = await db.query(
    `INSERT INTO receipts (business_id, receipt, award_id, stream, state, held_since, holds)
     SELECT business_id, receipt, award_id, stream, 'confirmed', clock_timestamp(), 1
     FROM unnest($1::int[], $2::text[], $3::uuid[], $4::text[]) AS written (business_id, receipt, award_id, stream) ON CONFLICT DO NOTHING`,
    [
      claims.map(({ businessId }) => businessId),
      claims.map(({ receipt }) => comparableReceipt(receipt)),
      claims.map(({ awardId }) => awardId),
      claims.map(({ businessId, buyerId }) => accountStream(businessId, buyerId)),
    ],
  )
  return inserted.rowCount ?? 0
}

/** False if held anew, even after another settler released it and its award took it again. */
async function releaseAsSeen(db: Queryable, { awardId, heldSince, holds }: Abandoned): Promise<boolean> {
  const gone = await db.query(
    "DELETE FROM receipts WHERE award_id = $1 AND state = 'reserved' AND holds = $2 AND held_since = $3",
    [awardId, holds, heldSince],
  )
  return gone.rowCount === 1
}
