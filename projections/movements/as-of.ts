/** Balances and totals as of a position (included), from movements and the daily book. */
import { endsAccount } from '#ledger/account/ends-account.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'
import type { RowOf } from '../runtime/generations/table.ts'
import { movedUpTo } from './moved-up-to.ts'
import { MOVEMENT_COLUMNS, type Movement } from './queries.ts'
import { movementsTable } from './table.ts'

export type Totals = { issuedTenths: number; outstandingTenths: number; month: { awards: number; tenths: number } }

/**
 * `month`: 'YYYY-MM' in Asia/Yerevan, by time of recording. Issued is awards minus voids, as corrected (H8); a
 * voided or corrected award still counts as one (H10).
 */
export async function totalsThen(db: Queryable, businessId: number, position: string, month: string): Promise<Totals> {
  const { rows } = await db.query<{ issuedTenths: number; outstandingTenths: number; awards: number; tenths: number }>(
    `SELECT coalesce(sum(issued), 0)::int8 AS "issuedTenths",
       coalesce(sum(issued - redeemed_tenths + returned_tenths - forfeited_tenths), 0)::int8 AS "outstandingTenths",
       coalesce(sum(awards) FILTER (WHERE of_month), 0)::int8 AS awards, coalesce(sum(issued) FILTER (WHERE of_month), 0)::int8 AS tenths
     FROM (${movedUpTo('$2::bigint', 'book.business_id = $1')}) AS moved,
       LATERAL (SELECT awarded_tenths - voided_tenths AS issued, to_char(day, 'YYYY-MM') = $3 AS of_month) AS also`,
    [businessId, position, month],
  )
  const { awards, tenths, ...all } = rows[0]!
  return { ...all, month: { awards, tenths } }
}

const balance = movementsTable.select(['buyerId', 'balanceTenths'])

/** Every open account, by buyer ID. */
export async function balancesThen(
  db: Queryable,
  businessId: number,
  position: string,
  { limit, afterBuyerId }: { limit: number; afterBuyerId: number },
): Promise<RowOf<typeof balance>[]> {
  const { rows } = await db.query<RowOf<typeof balance>>(
    `SELECT "buyerId", "balanceTenths" FROM (
       SELECT DISTINCT ON (buyer_id) ${balance}, type FROM read.movements AS movement
       WHERE business_id = $1 AND movement.position <= $2::bigint AND buyer_id > $3 ORDER BY buyer_id, movement.position DESC
     ) AS account WHERE type NOT IN ('AccountClosed', 'PointsMergedOut') ORDER BY "buyerId" LIMIT $4`,
    [businessId, position, afterBuyerId, limit],
  )
  return rows
}

const lastBalance = movementsTable.select(['balanceTenths', 'type'])

/** Undefined if there was no account or it was closed. */
export async function balanceThen(
  db: Queryable,
  businessId: number,
  buyerId: number,
  position: string,
): Promise<number | undefined> {
  const { rows } = await db.query<RowOf<typeof lastBalance>>(
    `SELECT ${lastBalance} FROM read.movements AS movement
     WHERE business_id = $1 AND buyer_id = $2 AND movement.position <= $3::bigint ORDER BY movement.position DESC LIMIT 1`,
    [businessId, buyerId, position],
  )
  const [last] = rows
  return last && !endsAccount(last.type) ? last.balanceTenths : undefined
}

export async function lastMovementsThen(
  db: Queryable,
  { businessId, buyerId, position, limit }: { businessId: number; buyerId?: number; position: string; limit: number },
): Promise<Movement[]> {
  const { rows } = await db.query<Movement>(
    `SELECT ${MOVEMENT_COLUMNS} FROM read.movements AS movement
     WHERE business_id = $1 AND ($2::int IS NULL OR buyer_id = $2) AND movement.position <= $3::bigint ORDER BY movement.position DESC LIMIT $4`,
    [businessId, buyerId ?? null, position, limit],
  )
  return rows
}

/** Undefined for an event that moved no points. */
export async function movementAt(db: Queryable, businessId: number, position: string): Promise<Movement | undefined> {
  const { rows } = await db.query<Movement>(
    `SELECT ${MOVEMENT_COLUMNS} FROM read.movements AS movement WHERE business_id = $1 AND position = $2::bigint`,
    [businessId, position],
  )
  return rows[0]
}
