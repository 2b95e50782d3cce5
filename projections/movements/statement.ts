/**
 * One account's statement as of a position. Movements and running balance follow the chosen clock, so the arithmetic of
 * a page adds up.
 */
import type { Queryable } from '#platform/postgres/postgres.ts'
import { selected } from '../runtime/generations/table.ts'
import { isOf } from './moved-up-to.ts'
import { MOVEMENT_SOURCES, OF_AWARD_SOURCES, type Movement, type OfAward } from './queries.ts'

export type Clock = 'recorded' | 'happened'

/** `from` is included, `until` is not; null is unbounded. */
export type StatementSpan = {
  businessId: number
  buyerId: number
  clock: Clock
  from: Date | null
  until: Date | null
  position: string
}

/** With the perk or amount of the award or redemption that it reverses. */
export type StatementMovement = Omit<Movement, 'balanceTenths'> &
  OfAward & { beforeTenths: number; afterTenths: number }

const COLUMN: Record<Clock, string> = { recorded: 'recorded_at', happened: 'happened_at' }

/** The account's movements with running balance; $1 business, $2 buyer, $3 position. */
const lines = (clock: Clock): string => `
  SELECT movement.*, movement.${COLUMN[clock]} AS clock_at,
    sum(delta_tenths) OVER (ORDER BY movement.${COLUMN[clock]}, movement.position)::bigint AS after_tenths
  FROM read.movements AS movement
  WHERE business_id = $1 AND buyer_id = $2 AND movement.position <= $3::bigint`

const { balanceTenths: _ofTheLog, ...SOURCES } = MOVEMENT_SOURCES
const COLUMNS = selected({
  ...SOURCES,
  beforeTenths: 'movement.after_tenths - movement.delta_tenths',
  afterTenths: 'movement.after_tenths',
  amountAmd: 'coalesce(movement.amount_amd, awarded.amount_amd)',
  perkId: 'coalesce(movement.perk_id, redeemed.perk_id)',
  perkName: 'coalesce(movement.perk_name, redeemed.perk_name)',
  ...OF_AWARD_SOURCES,
} satisfies Record<keyof StatementMovement, string>)

/**
 * Joins each void, correction or refund of `page` (a query with LIMIT) with the event that it is about. Joining before LIMIT would
 * cost n² in PostgreSQL's generic plan.
 */
const answeredPage = (page: string): string => `
  WITH movement AS MATERIALIZED (${page}),
  answered AS MATERIALIZED (
    SELECT type, award_id, redemption_id, amount_amd, perk_id, perk_name, position, happened_at FROM read.movements
    WHERE business_id = $1 AND buyer_id = $2 AND type IN ('PerkRedeemed', 'PointsAwarded') AND (
      redemption_id IN (SELECT redemption_id FROM movement WHERE type = 'PointsRefunded')
      OR award_id IN (SELECT award_id FROM movement WHERE type IN ('AwardVoided', 'AwardCorrected')))
  )
  SELECT ${COLUMNS} FROM movement
  LEFT JOIN answered AS redeemed ON movement.type = 'PointsRefunded' AND redeemed.type = 'PerkRedeemed'
    AND redeemed.redemption_id = movement.redemption_id
  LEFT JOIN answered AS awarded ON movement.type IN ('AwardVoided', 'AwardCorrected') AND awarded.type = 'PointsAwarded'
    AND awarded.award_id = movement.award_id`

/** Newest first. `before`: time (ISO 8601) and position of the previous page's last movement. */
export async function statementLines(
  db: Queryable,
  { businessId, buyerId, clock, from, until, position }: StatementSpan,
  { limit, before }: { limit: number; before?: { at: string; position: string } },
): Promise<StatementMovement[]> {
  const { rows } = await db.query<StatementMovement>({
    name: `statement-lines-${clock}`,
    text: `
      ${answeredPage(`
        SELECT * FROM (${lines(clock)}) AS line
        WHERE ($4::timestamptz IS NULL OR clock_at >= $4) AND ($5::timestamptz IS NULL OR clock_at < $5)
          AND ($6::timestamptz IS NULL OR (clock_at, line.position) < ($6, $7::bigint))
        ORDER BY clock_at DESC, line.position DESC LIMIT $8`)}
      ORDER BY movement.clock_at DESC, movement.position DESC`,
    values: [businessId, buyerId, position, from, until, before?.at ?? null, before?.position ?? null, limit],
  })
  return rows
}

/** Oldest first. `after`: the previous page's last movement; `beforeTenths`: the balance before this page. */
export async function statementPage(
  db: Queryable,
  { businessId, buyerId, clock, from, until, position }: StatementSpan,
  { limit, after, beforeTenths }: { limit: number; after: string | undefined; beforeTenths: number },
): Promise<StatementMovement[]> {
  const place = `movement.${COLUMN[clock]}, movement.position`
  const { rows } = await db.query<StatementMovement>({
    name: `statement-page-${clock}`,
    text: `
      ${answeredPage(`
        SELECT line.*, $8::bigint + sum(delta_tenths) OVER (ORDER BY clock_at, line.position)::bigint AS after_tenths
        FROM (
          SELECT movement.*, movement.${COLUMN[clock]} AS clock_at FROM read.movements AS movement
          WHERE business_id = $1 AND buyer_id = $2 AND movement.position <= $3::bigint
            AND ($4::timestamptz IS NULL OR ${COLUMN[clock]} >= $4) AND ($5::timestamptz IS NULL OR ${COLUMN[clock]} < $5)
            AND ($6::bigint IS NULL OR (${place}) > (
              SELECT ${place} FROM read.movements AS movement WHERE business_id = $1 AND buyer_id = $2 AND movement.position = $6))
          ORDER BY clock_at, movement.position LIMIT $7
        ) AS line`)}
      ORDER BY movement.clock_at, movement.position`,
    values: [businessId, buyerId, position, from, until, after ?? null, limit, beforeTenths],
  })
  return rows
}

export type StatementSums = {
  openingTenths: number
  awardedTenths: number
  returnedTenths: number
  /** Points of cards that came in, minus those that left for a person's account. */
  mergedTenths: number
  redeemedTenths: number
  voidedTenths: number
  forfeitedTenths: number
  closingTenths: number
  movements: number
  /** Over all movements, not only the span. */
  balanceTenths: number
}

export async function statementSums(
  db: Queryable,
  { businessId, buyerId, clock, from, until, position }: StatementSpan,
): Promise<StatementSums> {
  const inSpan = `($4::timestamptz IS NULL OR ${COLUMN[clock]} >= $4) AND ($5::timestamptz IS NULL OR ${COLUMN[clock]} < $5)`
  const sum = (sign: '' | '-', type: string) =>
    `coalesce(sum(${sign}delta_tenths) FILTER (WHERE (${isOf(type)}) AND ${inSpan}), 0)::bigint`
  const { rows } = await db.query<StatementSums>({
    name: `statement-sums-${clock}`,
    text: `
      SELECT coalesce(sum(delta_tenths) FILTER (WHERE ${COLUMN[clock]} < $4), 0)::bigint AS "openingTenths",
        ${sum('', 'PointsAwarded')} AS "awardedTenths", ${sum('', 'PointsRefunded')} AS "returnedTenths",
        ${sum('', 'PointsMergedIn')} + ${sum('', 'PointsMergedOut')} AS "mergedTenths",
        ${sum('-', 'PerkRedeemed')} AS "redeemedTenths", ${sum('-', 'AwardVoided')} AS "voidedTenths",
        ${sum('-', 'AccountClosed')} AS "forfeitedTenths",
        coalesce(sum(delta_tenths) FILTER (WHERE $5::timestamptz IS NULL OR ${COLUMN[clock]} < $5), 0)::bigint AS "closingTenths",
        count(*) FILTER (WHERE ${inSpan}) AS movements, coalesce(sum(delta_tenths), 0)::bigint AS "balanceTenths"
      FROM read.movements AS movement
      WHERE business_id = $1 AND buyer_id = $2 AND movement.position <= $3::bigint`,
    values: [businessId, buyerId, position, from, until],
  })
  return rows[0] as StatementSums
}

/**
 * Balances as of a time (included) on both clocks, and the movements that had happened by then but were recorded later.
 */
export async function balancesAt(
  db: Queryable,
  {
    businessId,
    buyerId,
    position,
    at,
    limit,
  }: { businessId: number; buyerId: number; position: string; at: Date; limit: number },
): Promise<{ happenedTenths: number; recordedTenths: number; recordedLater: StatementMovement[] }> {
  const sums = await db.query<{ happenedTenths: number; recordedTenths: number }>({
    name: 'balances-at',
    text: `
      SELECT coalesce(sum(delta_tenths) FILTER (WHERE happened_at <= $4), 0)::bigint AS "happenedTenths",
        coalesce(sum(delta_tenths) FILTER (WHERE recorded_at <= $4), 0)::bigint AS "recordedTenths"
      FROM read.movements AS movement
      WHERE business_id = $1 AND buyer_id = $2 AND movement.position <= $3::bigint`,
    values: [businessId, buyerId, position, at],
  })
  const later = await db.query<StatementMovement>({
    name: 'balances-at-later',
    text: `
      ${answeredPage(`
        SELECT * FROM (${lines('happened')}) AS line
        WHERE happened_at <= $4 AND recorded_at > $4 ORDER BY clock_at, line.position LIMIT $5`)}
      ORDER BY movement.clock_at, movement.position`,
    values: [businessId, buyerId, position, at, limit],
  })
  const { happenedTenths, recordedTenths } = sums.rows[0] as { happenedTenths: number; recordedTenths: number }
  return { happenedTenths, recordedTenths, recordedLater: later.rows }
}
