/**
 * The monthly limit of a plan (design.md 2; H10, H11). It spans accounts, so no stream can guard it: a place is reserved in
 * PostgreSQL, the award is appended, the place is confirmed. Plans without a limit never come here and touch no row.
 *
 * What may happen in between, and what follows:
 * - killed after reserve: the reservation stays, the settler asks the stream, finds no award, gives the place back;
 * - killed after append: the settler finds the award and confirms; used was counted at the reservation already;
 * - retried with the same award: the same place and the same moment again, however often and by whichever process;
 * - frozen after reserve: `mayStillAppend` is false when it wakes, long before the settler may give its place away;
 * - refused for good: `release` gives the place back, unless a retry holds it too: then the settler decides;
 * - written before the place was taken (an award of a plan without a limit, repeated): `releaseUnused` gives it back.
 * A place is counted from the reservation on, so the limit is never passed, also while something is unsettled.
 */
import { PLANS_IN_ORDER } from '#contracts/pages/plans.ts'
import { yerevanMonth } from '#contracts/units/time.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'
import { readPlanTerms } from '../plans/plan-terms.ts'

/** An append with a reservation starts at most this long after the reserve call began. */
export const APPEND_WITHIN_MS = 20_000
/** Every append has ended this long after it began: the ledger's own deadlines are shorter. */
export const APPEND_ENDS_WITHIN_MS = 30_000
/** From here on a reservation counts as abandoned: well past the last moment at which its award can still be written. */
export const SETTLE_AFTER_MS = 4 * (APPEND_WITHIN_MS + APPEND_ENDS_WITHIN_MS)

export type ReserveInput = {
  awardId: string
  businessId: number
  /** The account's stream: where the settler looks for the award. */
  stream: string
  /** The plan's awards per month as of now; raised or lowered, it counts from the next reservation on. */
  limit: number
  /** The caller's clock. It decides the month. */
  at: Date
}

export type Reservation = {
  kind: 'reserved'
  awardId: string
  /** Must become the event's recordedAt: the place was taken in this moment's month, and both must agree about it (T3). */
  reservedAt: Date
  /** False where this award held its place before: a retry. */
  fresh: boolean
  /** When the call began, on both clocks of this process. */
  askedAt: { wallMs: number; monotonicMs: number }
}

/** 'other_account': the award's id has its place on another account; it comes of a key that was used before, for another buyer. */
export type ReserveOutcome = Reservation | { kind: 'limit_reached' | 'other_account' }

/**
 * Takes one place for an award, in one round trip. The same award takes one place however often it asks, and holds it anew each time.
 * Throws where PostgreSQL does: then nothing is known, and a retry or the settler finds out.
 */
export async function reserve(
  db: Queryable,
  { awardId, businessId, stream, limit, at }: ReserveInput,
): Promise<ReserveOutcome> {
  const askedAt = { wallMs: Date.now(), monotonicMs: performance.now() }
  const { rows } = await db.query<{ reserved: boolean; reservedAt: Date; fresh: boolean | null }>({
    name: 'quota-reserve',
    text: 'SELECT * FROM quota_reserve($1, $2, $3, $4, $5, $6)',
    values: [awardId, businessId, yerevanMonth(at), stream, limit, at.toISOString()],
  })
  const [row] = rows
  if (!row?.reserved) return { kind: row?.fresh === false ? 'other_account' : 'limit_reached' }
  return { kind: 'reserved', awardId, reservedAt: row.reservedAt, fresh: row.fresh === true, askedAt }
}

/**
 * To be asked in the same turn in which the command is handed to the ledger, whose deadline counts from then on wherever it works: false
 * where this process was held up for so long that its place may be given away. Then nothing may be appended; the answer is 'busy', and the
 * retry reserves again. The larger of both clocks' spans counts: one stops while a machine sleeps, the other can be set back.
 */
export function mayStillAppend({ askedAt }: Pick<Reservation, 'askedAt'>): boolean {
  const elapsedMs = Math.max(Date.now() - askedAt.wallMs, performance.now() - askedAt.monotonicMs)
  return elapsedMs < APPEND_WITHIN_MS
}

/**
 * Gives a place back, only where the award is definitely not written and never will be by this call: refused by the decider, a
 * conflict that was given up, a limit of time before the append. Never after an unknown outcome. False where a retry holds
 * the place too, or it is confirmed: the settler decides.
 */
export async function release(db: Queryable, awardId: string): Promise<boolean> {
  const { rows } = await db.query<{ released: boolean }>({
    name: 'quota-release',
    text: 'SELECT quota_release($1, 1) AS released',
    values: [awardId],
  })
  return rows[0]?.released ?? false
}

/**
 * Gives back a place whose award was written before it was taken, at another moment: whoever else holds the place finds the same, and
 * nothing will be written with it. `reservedAt`: of the place.
 */
export async function releaseUnused(db: Queryable, awardId: string, reservedAt: Date): Promise<void> {
  await db.query(
    `WITH gone AS (
       DELETE FROM quota_reservations WHERE award_id = $1 AND state = 'reserved' AND reserved_at = $2 RETURNING business_id, month
     ) UPDATE quota SET used = used - 1 FROM gone WHERE quota.business_id = gone.business_id AND quota.month = gone.month`,
    [awardId, reservedAt],
  )
}

/** Marks places whose awards are written. It changes no count, so it may come late or never: the settler does the same. */
export async function confirm(db: Queryable, awardIds: readonly string[]): Promise<void> {
  if (awardIds.length === 0) return
  await db.query({
    name: 'quota-confirm',
    text: `
      UPDATE quota_reservations SET state = 'confirmed' WHERE award_id IN (
        SELECT award_id FROM quota_reservations WHERE award_id = ANY($1::uuid[]) AND state = 'reserved' ORDER BY award_id FOR UPDATE
      )`,
    values: [awardIds],
  })
}

/** Places taken in a month ('YYYY-MM' in Asia/Yerevan), with those that are not settled yet. 0 where no limit was ever asked for. */
export async function usedInMonth(db: Queryable, businessId: number, month: string): Promise<number> {
  const { rows } = await db.query<{ used: number }>({
    name: 'quota-used',
    text: 'SELECT used FROM quota WHERE business_id = $1 AND month = $2',
    values: [businessId, month],
  })
  return rows[0]?.used ?? 0
}

/**
 * Counts awards that were made without reservations, when a business comes from a plan without a limit to one with a limit in
 * mid-month. Never lowers the count; to be called before the new plan takes effect.
 */
export async function countAtLeast(db: Queryable, businessId: number, month: string, used: number): Promise<void> {
  await db.query(
    `INSERT INTO quota AS taken (business_id, month, used) VALUES ($1, $2, $3)
     ON CONFLICT (business_id, month) DO UPDATE SET used = greatest(taken.used, excluded.used)`,
    [businessId, month, used],
  )
}

/** Places of a month that nobody has confirmed or given back: the business of each, by the award's id. */
export async function openPlaces(db: Queryable, month: string): Promise<Map<string, number>> {
  const { rows } = await db.query<{ awardId: string; businessId: number }>(
    `SELECT award_id AS "awardId", business_id AS "businessId" FROM quota_reservations WHERE state = 'reserved' AND month = $1`,
    [month],
  )
  return new Map(rows.map(({ awardId, businessId }) => [awardId, businessId]))
}

/**
 * For a database that was restored from an older backup than the event store's: as countAtLeast, for each business whose plan has a limit, with the
 * places by business. The businesses whose count was too low.
 */
export async function restoreCounts(
  db: Queryable,
  month: string,
  places: ReadonlyMap<number, number>,
): Promise<number[]> {
  const terms = await readPlanTerms(db)
  const limited = PLANS_IN_ORDER.filter((plan) => terms[plan].transactions !== null)
  const { rows } = await db.query<{ id: number }>(
    'SELECT user_id AS id FROM business_profiles WHERE user_id = ANY($1) AND subscription_plan = ANY($2) ORDER BY user_id',
    [[...places.keys()], limited],
  )
  const raised: number[] = []
  for (const { id } of rows) {
    const used = places.get(id) ?? 0
    if ((await usedInMonth(db, id, month)) >= used) continue
    await countAtLeast(db, id, month, used)
    raised.push(id)
  }
  return raised
}
