import type { MovementType } from '#contracts/events/ledger-events.ts'
import { BEFORE_ALL, BIGINT_MAX } from '#contracts/units/numbers.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'

/** A line of a statement. `position` is the next page's cursor; null fields do not apply to the event type. */
export type Movement = {
  businessId: number
  buyerId: number
  position: string
  revision: number
  eventId: string
  type: MovementType
  deltaTenths: number
  balanceTenths: number
  awardId: string | null
  redemptionId: string | null
  amountAmd: number | null
  rule: string | null
  receipt: string | null
  perkId: number | null
  perkName: string | null
  reason: string | null
  commandId: string
  actorId: number
  actorRole: string
  onBehalfOf: number | null
  happenedAt: Date
  recordedAt: Date
  storedAt: Date
}

/** SQL sources, with the table aliased as `movement`. */
export const MOVEMENT_SOURCES = {
  businessId: 'movement.business_id',
  buyerId: 'movement.buyer_id',
  position: 'movement.position::text',
  revision: 'movement.revision',
  eventId: 'movement.event_id',
  type: 'movement.type',
  deltaTenths: 'movement.delta_tenths',
  balanceTenths: 'movement.balance_tenths',
  awardId: 'movement.award_id',
  redemptionId: 'movement.redemption_id',
  amountAmd: 'movement.amount_amd',
  rule: 'movement.rule',
  receipt: 'movement.receipt',
  perkId: 'movement.perk_id',
  perkName: 'movement.perk_name',
  reason: 'movement.reason',
  commandId: 'movement.command_id',
  actorId: 'movement.actor_id',
  actorRole: 'movement.actor_role',
  onBehalfOf: 'movement.on_behalf_of',
  happenedAt: 'movement.happened_at',
  recordedAt: 'movement.recorded_at',
  storedAt: 'movement.stored_at',
} as const satisfies Record<keyof Movement, string>

export const selected = (sources: Readonly<Record<string, string>>): string =>
  Object.entries(sources)
    .map(([field, source]) => `${source} AS "${field}"`)
    .join(', ')

export const MOVEMENT_COLUMNS = selected(MOVEMENT_SOURCES)

export type RecentAward = Movement & {
  voidedAt: Date | null
  voidReason: string | null
  voidActorRole: string | null
  voidOnBehalfOf: number | null
}

/** Newest first. `beforePosition`: position of the previous page's last award. */
export async function recentAwards(
  db: Queryable,
  businessId: number,
  { limit, beforePosition = BIGINT_MAX }: { limit: number; beforePosition?: string },
): Promise<RecentAward[]> {
  const { rows } = await db.query<RecentAward>({
    name: 'recent-awards',
    text: `
      SELECT ${MOVEMENT_COLUMNS}, void.recorded_at AS "voidedAt", void.reason AS "voidReason", void.actor_role AS "voidActorRole",
        void.on_behalf_of AS "voidOnBehalfOf"
      FROM read.movements AS movement
      LEFT JOIN LATERAL (
        SELECT later.recorded_at, later.reason, later.actor_role, later.on_behalf_of FROM read.movements AS later
        WHERE later.business_id = movement.business_id AND later.buyer_id = movement.buyer_id AND later.position > movement.position
          AND later.type = 'AwardVoided' AND later.award_id = movement.award_id
        LIMIT 1
      ) AS void ON true
      WHERE movement.business_id = $1 AND movement.type = 'PointsAwarded' AND movement.position < $2::bigint
      ORDER BY movement.position DESC LIMIT $3`,
    values: [businessId, beforePosition, limit],
  })
  return rows
}

/**
 * The award of this UUID from `fromPosition` on, if any. An index would slow every award, so `fromPosition` limits the
 * scan.
 */
export async function awardById(
  db: Queryable,
  businessId: number,
  awardId: string,
  { fromPosition = BEFORE_ALL }: { fromPosition?: string } = {},
): Promise<{ buyerId: number; deltaTenths: number } | undefined> {
  const { rows } = await db.query<{ buyerId: number; deltaTenths: number }>({
    name: 'award-by-id',
    text: `
      SELECT buyer_id AS "buyerId", delta_tenths AS "deltaTenths" FROM read.movements
      WHERE business_id = $1 AND award_id = $2 AND type = 'PointsAwarded' AND position >= $3::bigint LIMIT 1`,
    values: [businessId, awardId, fromPosition],
  })
  return rows[0]
}
