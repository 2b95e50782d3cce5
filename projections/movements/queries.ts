import { BEFORE_ALL, BIGINT_MAX } from '#contracts/units/numbers.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'
import { selected, type Row, type RowOf } from '../runtime/generations/table.ts'
import { movementsTable } from './table.ts'

/** A line of a statement. `position` is the next page's cursor; null fields do not apply to the event type. */
export type Movement = Row<typeof movementsTable.columns>

/** The award that a void or a correction is about, as it was made; null for others. */
export type OfAward = { ofPosition: string | null; ofHappenedAt: Date | null; ofAmountAmd: number | null }

/** SQL sources, with the award aliased as `awarded`. */
export const OF_AWARD_SOURCES = {
  ofPosition: 'awarded.position::text',
  ofHappenedAt: 'awarded.happened_at',
  ofAmountAmd: 'awarded.amount_amd',
} satisfies Record<keyof OfAward, string>

/** SQL sources, with the table aliased as `movement`. */
export const MOVEMENT_SOURCES = movementsTable.sources('movement')
export const MOVEMENT_COLUMNS = selected(MOVEMENT_SOURCES)

/** `heldTenths`: after all corrections. The correction's fields are of the latest one. */
export type RecentAward = Movement & {
  heldTenths: number
  correctedAt: Date | null
  correctedAmountAmd: number | null
  correctReason: string | null
  correctActorRole: string | null
  correctOnBehalfOf: number | null
  correctMissingTenths: number | null
  voidedAt: Date | null
  voidReason: string | null
  voidActorRole: string | null
  voidOnBehalfOf: number | null
}

/**
 * Newest first. `beforePosition`: position of the previous page's last award. `ofTill`: only that till's awards, and
 * from a position on, because there is no index on tills.
 */
export async function recentAwards(
  db: Queryable,
  businessId: number,
  {
    limit,
    beforePosition = BIGINT_MAX,
    ofTill,
  }: { limit: number; beforePosition?: string; ofTill?: { tillId: string; fromPosition: string } },
): Promise<RecentAward[]> {
  const { rows } = await db.query<RecentAward>({
    name: ofTill ? 'recent-awards-of-till' : 'recent-awards',
    text: `
      SELECT ${MOVEMENT_COLUMNS}, void.recorded_at AS "voidedAt", void.reason AS "voidReason", void.actor_role AS "voidActorRole",
        void.on_behalf_of AS "voidOnBehalfOf",
        (movement.delta_tenths + coalesce((
          SELECT sum(later.delta_tenths) FROM read.movements AS later
          WHERE later.business_id = movement.business_id AND later.buyer_id = movement.buyer_id AND later.position > movement.position
            AND later.type = 'AwardCorrected' AND later.award_id = movement.award_id
        ), 0))::int8 AS "heldTenths",
        correction.recorded_at AS "correctedAt", correction.amount_amd AS "correctedAmountAmd", correction.reason AS "correctReason",
        correction.actor_role AS "correctActorRole", correction.on_behalf_of AS "correctOnBehalfOf",
        correction.missing_tenths AS "correctMissingTenths"
      FROM read.movements AS movement
      LEFT JOIN LATERAL (
        SELECT later.recorded_at, later.reason, later.actor_role, later.on_behalf_of FROM read.movements AS later
        WHERE later.business_id = movement.business_id AND later.buyer_id = movement.buyer_id AND later.position > movement.position
          AND later.type = 'AwardVoided' AND later.award_id = movement.award_id
        LIMIT 1
      ) AS void ON true
      LEFT JOIN LATERAL (
        SELECT later.* FROM read.movements AS later
        WHERE later.business_id = movement.business_id AND later.buyer_id = movement.buyer_id AND later.position > movement.position
          AND later.type = 'AwardCorrected' AND later.award_id = movement.award_id
        ORDER BY later.position DESC LIMIT 1
      ) AS correction ON true
      WHERE movement.business_id = $1 AND movement.type = 'PointsAwarded' AND movement.position < $2::bigint
        ${ofTill ? 'AND movement.till_id = $4::uuid AND movement.position >= $5::bigint' : ''}
      ORDER BY movement.position DESC LIMIT $3`,
    values: [businessId, beforePosition, limit, ...(ofTill ? [ofTill.tillId, ofTill.fromPosition] : [])],
  })
  return rows
}

const awarded = movementsTable.select(['buyerId', 'deltaTenths', 'tillId', 'recordedAt'])

/**
 * The award of this UUID from `fromPosition` on, if any. An index would slow every award, so `fromPosition` limits the
 * scan.
 */
export async function awardById(
  db: Queryable,
  businessId: number,
  awardId: string,
  { fromPosition = BEFORE_ALL }: { fromPosition?: string } = {},
): Promise<RowOf<typeof awarded> | undefined> {
  const { rows } = await db.query<RowOf<typeof awarded>>({
    name: 'award-by-id',
    text: `
      SELECT ${awarded} FROM read.movements
      WHERE business_id = $1 AND award_id = $2 AND type = 'PointsAwarded' AND position >= $3::bigint LIMIT 1`,
    values: [businessId, awardId, fromPosition],
  })
  return rows[0]
}
