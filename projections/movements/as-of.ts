/** Balances and totals as of a position (included), from the lines alone: what the other read models held then (design.md 3). */
import type { Queryable } from '#platform/postgres.ts'
import { MOVEMENT_COLUMNS, type Movement } from './queries.ts'

export type Totals = {
  buyers: number
  issuedTenths: number
  redeemedTenths: number
  refundedTenths: number
  forfeitedTenths: number
  outstandingTenths: number
}

/** As business_stats had it. Issued is awards minus voids (H8); an account counts from its first event until it is closed. */
export async function totalsThen(db: Queryable, businessId: number, position: string): Promise<Totals> {
  const { rows } = await db.query<Totals>(
    `SELECT count(*) FILTER (WHERE revision = 0) - count(*) FILTER (WHERE type = 'AccountClosed') AS buyers,
       coalesce(sum(delta_tenths) FILTER (WHERE type IN ('PointsAwarded', 'AwardVoided')), 0)::int8 AS "issuedTenths",
       coalesce(-sum(delta_tenths) FILTER (WHERE type = 'PerkRedeemed'), 0)::int8 AS "redeemedTenths",
       coalesce(sum(delta_tenths) FILTER (WHERE type = 'PointsRefunded'), 0)::int8 AS "refundedTenths",
       coalesce(-sum(delta_tenths) FILTER (WHERE type = 'AccountClosed'), 0)::int8 AS "forfeitedTenths",
       coalesce(sum(delta_tenths), 0)::int8 AS "outstandingTenths"
     FROM read.movements AS movement WHERE business_id = $1 AND movement.position <= $2::bigint`,
    [businessId, position],
  )
  return rows[0]!
}

/** As monthly_transactions had one calendar month in Asia/Yerevan ('YYYY-MM'); of the moment when things were recorded. */
export async function monthThen(
  db: Queryable,
  businessId: number,
  position: string,
  month: string,
): Promise<{ awards: number; awardedTenths: number; voidedTenths: number }> {
  const { rows } = await db.query<{ awards: number; awardedTenths: number; voidedTenths: number }>(
    `SELECT count(*) FILTER (WHERE type = 'PointsAwarded') AS awards,
       coalesce(sum(delta_tenths) FILTER (WHERE type = 'PointsAwarded'), 0)::int8 AS "awardedTenths",
       coalesce(-sum(delta_tenths) FILTER (WHERE type = 'AwardVoided'), 0)::int8 AS "voidedTenths"
     FROM read.movements AS movement WHERE business_id = $1 AND movement.position <= $2::bigint
       AND recorded_at >= ($3 || '-01T00:00:00+04')::timestamptz AND recorded_at < (($3 || '-01')::timestamp + interval '1 month') AT TIME ZONE '-04'`,
    [businessId, position, month],
  )
  return rows[0]!
}

/** Every open account, by buyer id, as account_balances had it. */
export async function balancesThen(
  db: Queryable,
  businessId: number,
  position: string,
  { limit, afterBuyerId }: { limit: number; afterBuyerId: number },
): Promise<{ buyerId: number; balanceTenths: number }[]> {
  const { rows } = await db.query<{ buyerId: number; balanceTenths: number }>(
    `SELECT "buyerId", "balanceTenths" FROM (
       SELECT DISTINCT ON (buyer_id) buyer_id AS "buyerId", balance_tenths AS "balanceTenths", type FROM read.movements AS movement
       WHERE business_id = $1 AND movement.position <= $2::bigint AND buyer_id > $3 ORDER BY buyer_id, movement.position DESC
     ) AS account WHERE type <> 'AccountClosed' ORDER BY "buyerId" LIMIT $4`,
    [businessId, position, afterBuyerId, limit],
  )
  return rows
}

/** Undefined where there was no account, or it was closed. */
export async function balanceThen(db: Queryable, businessId: number, buyerId: number, position: string): Promise<number | undefined> {
  const { rows } = await db.query<{ balanceTenths: number; type: string }>(
    `SELECT balance_tenths AS "balanceTenths", type FROM read.movements AS movement
     WHERE business_id = $1 AND buyer_id = $2 AND movement.position <= $3::bigint ORDER BY movement.position DESC LIMIT 1`,
    [businessId, buyerId, position],
  )
  const [last] = rows
  return last && last.type !== 'AccountClosed' ? last.balanceTenths : undefined
}

/** The newest lines up to a position. */
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

/** The line that stands at a position; undefined for an event that moved no points. */
export async function movementAt(db: Queryable, businessId: number, position: string): Promise<Movement | undefined> {
  const { rows } = await db.query<Movement>(`SELECT ${MOVEMENT_COLUMNS} FROM read.movements AS movement WHERE business_id = $1 AND position = $2::bigint`, [
    businessId,
    position,
  ])
  return rows[0]
}
