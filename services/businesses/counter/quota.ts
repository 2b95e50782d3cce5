/**
 * A plan's monthly limit (H10, H11). It spans accounts, so no stream can guard it: a place is reserved in PostgreSQL,
 * the award is appended, the place is confirmed. Plans without a limit never come here.
 * Possible failures:
 * - killed after reserve: the settler finds no award in the stream and releases the place;
 * - killed after append: the settler finds the award and confirms; `used` already counts it;
 * - retried: the same award gets the same place and time, from any process;
 * - frozen after reserve: `mayStillAppend` is false long before the settler may release the place;
 * - refused: `release` frees the place unless a retry holds it too; then the settler decides;
 * - written before the place was taken (an unlimited plan's award, repeated): `releaseUnused`.
 * A place counts from its reservation, so the limit is never exceeded.
 */
import { PLANS_IN_ORDER } from '#contracts/pages/plans.ts'
import { yerevanMonth } from '#contracts/units/time.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'
import { readPlanTerms } from '../plans/plan-terms.ts'

/** An append must start within this time of the reserve call's start. */
export const APPEND_WITHIN_MS = 20_000
/** Upper bound of an append's duration: the ledger's own deadlines are shorter. */
export const APPEND_ENDS_WITHIN_MS = 30_000
/** A reservation is abandoned after this time, well past the last possible append. */
export const SETTLE_AFTER_MS = 4 * (APPEND_WITHIN_MS + APPEND_ENDS_WITHIN_MS)

export type ReserveInput = {
  awardId: string
  businessId: number
  /** The account's stream, where the settler looks for the award. */
  stream: string
  /** The plan's monthly awards; a change counts from the next reservation. */
  limit: number
  /** Determines the month. */
  at: Date
}

export type Reservation = {
  kind: 'reserved'
  awardId: string
  /** Must become the event's recordedAt, so that event and place agree on the month. */
  reservedAt: Date
  /** False for a retry. */
  fresh: boolean
  /** Start of the reserve call. */
  askedAt: { wallMs: number; monotonicMs: number }
}

/** 'other_account': the award's id has a place on another account, because its key was reused for another buyer. */
export type ReserveOutcome = Reservation | { kind: 'limit_reached' | 'other_account' }

/**
 * Takes one place per award, and renews it on repeats, in one round trip. Throws if PostgreSQL fails; the outcome is
 * then unknown until a retry or the settler.
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
 * Call in the same event-loop tick as the append. False if this process stalled so long that its place may be released:
 * answer 'busy'. Uses the larger of both clocks, because one stops during sleep and the other can be set back.
 */
export function mayStillAppend({ askedAt }: Pick<Reservation, 'askedAt'>): boolean {
  const elapsedMs = Math.max(Date.now() - askedAt.wallMs, performance.now() - askedAt.monotonicMs)
  return elapsedMs < APPEND_WITHIN_MS
}

/** Of an award on one account: its key may meanwhile have a place on another one (decision 53). */
export type OfAward = { awardId: string; stream: string }

/**
 * Call only if the award is definitely not written: refused, conflict given up, or timed out before the append. Never
 * after an unknown outcome. False if a retry holds the place or it is confirmed.
 */
export async function release(db: Queryable, { awardId, stream }: OfAward): Promise<boolean> {
  return freePlace(db, 'holds = 1 AND stream = $2', [awardId, stream])
}

/** Call only if the account has ended without the award: no holder can write it any more. */
export async function releaseEnded(db: Queryable, { awardId, stream }: OfAward): Promise<void> {
  await freePlace(db, 'stream = $2', [awardId, stream])
}

/** Releases a place taken after its award was written, so that no holder will use it. `reservedAt`: of the place. */
export async function releaseUnused(db: Queryable, awardId: string, reservedAt: Date): Promise<void> {
  await freePlace(db, 'reserved_at = $2', [awardId, reservedAt])
}

async function freePlace(db: Queryable, which: string, values: [awardId: string, of: string | Date]): Promise<boolean> {
  const freed = await db.query(
    `WITH gone AS (
       DELETE FROM quota_reservations WHERE award_id = $1 AND state = 'reserved' AND ${which} RETURNING business_id, month
     ) UPDATE quota SET used = used - 1 FROM gone WHERE quota.business_id = gone.business_id AND quota.month = gone.month`,
    values,
  )
  return freed.rowCount === 1
}

/** Changes no count, so it may be late or lost: the settler repeats it. */
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

/** `month`: 'YYYY-MM' in Yerevan. Includes unsettled places. */
export async function usedInMonth(db: Queryable, businessId: number, month: string): Promise<number> {
  const { rows } = await db.query<{ used: number }>({
    name: 'quota-used',
    text: 'SELECT used FROM quota WHERE business_id = $1 AND month = $2',
    values: [businessId, month],
  })
  return rows[0]?.used ?? 0
}

/**
 * Counts awards made without reservations when a business gets a limit in mid-month. Never lowers the count; call
 * before the new plan applies.
 */
export async function countAtLeast(db: Queryable, businessId: number, month: string, used: number): Promise<void> {
  await db.query(
    `INSERT INTO quota AS taken (business_id, month, used) VALUES ($1, $2, $3)
     ON CONFLICT (business_id, month) DO UPDATE SET used = greatest(taken.used, excluded.used)`,
    [businessId, month, used],
  )
}

/** Unsettled places of a month: business id by award id. */
export async function openPlaces(db: Queryable, month: string): Promise<Map<string, number>> {
  const { rows } = await db.query<{ awardId: string; businessId: number }>(
    `SELECT award_id AS "awardId", business_id AS "businessId" FROM quota_reservations WHERE state = 'reserved' AND month = $1`,
    [month],
  )
  return new Map(rows.map(({ awardId, businessId }) => [awardId, businessId]))
}

/**
 * For a database restored from an older backup than the event store's. Returns the businesses whose count was too low.
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
