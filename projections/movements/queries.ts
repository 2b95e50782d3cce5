import type { LedgerEventType } from '#contracts/ledger-events.ts'
import { BEFORE_ALL, BIGINT_MAX } from '#contracts/numbers.ts'
import type { Queryable } from '#platform/postgres.ts'

/** A line of a statement. `position` is the cursor for the page after it; null where the event does not speak of the thing. */
export type Movement = {
  businessId: number
  buyerId: number
  position: string
  revision: number
  eventId: string
  type: LedgerEventType
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

/** Of the table under the name `movement`. */
export const MOVEMENT_COLUMNS = `
  movement.business_id AS "businessId", movement.buyer_id AS "buyerId", movement.position::text AS "position", movement.revision,
  movement.event_id AS "eventId", movement.type, movement.delta_tenths AS "deltaTenths", movement.balance_tenths AS "balanceTenths",
  movement.award_id AS "awardId", movement.redemption_id AS "redemptionId", movement.amount_amd AS "amountAmd", movement.rule,
  movement.receipt, movement.perk_id AS "perkId", movement.perk_name AS "perkName", movement.reason, movement.command_id AS "commandId",
  movement.actor_id AS "actorId", movement.actor_role AS "actorRole", movement.on_behalf_of AS "onBehalfOf",
  movement.happened_at AS "happenedAt", movement.recorded_at AS "recordedAt", movement.stored_at AS "storedAt"`

export type RecentAward = Movement & { voidedAt: Date | null; voidReason: string | null; voidActorRole: string | null; voidOnBehalfOf: number | null }

/** Awards of a business, newest first, each with when and why it was called back, and by whom. `beforePosition` is the last one's position of the page before. */
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
 * The award of this id at a business; undefined where there is none from `fromPosition` on. `awardId` must be a UUID. There is no index on
 * it, which every award would write: who knows from where it can be asks for that part of the log.
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
