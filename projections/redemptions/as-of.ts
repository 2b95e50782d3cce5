/** Redemptions as of a position (included). A reopened code was used before, so the events tell its state, not its row. */
import type { Queryable } from '#platform/postgres/postgres.ts'
import { selected } from '../runtime/generations/table.ts'
import type { RedemptionRow } from './queries.ts'
import { redemptionsTable } from './table.ts'

export type RedemptionThen = Omit<RedemptionRow, 'position'>

const { redemptionId, businessId, buyerId, code, perkId, perkName, costTenths, createdAt } =
  redemptionsTable.sources('redemption')
const COLUMNS = selected({
  redemptionId,
  businessId,
  buyerId,
  code,
  perkId,
  perkName,
  costTenths,
  state: `CASE last.type WHEN 'RedemptionUsed' THEN 'used' WHEN 'RedemptionCancelled' THEN 'cancelled' ELSE 'pending' END`,
  createdAt,
  usedAt: `CASE last.type WHEN 'RedemptionUsed' THEN last.recorded_at END`,
  cancelledAt: `CASE last.type WHEN 'RedemptionCancelled' THEN last.recorded_at END`,
} satisfies Record<keyof RedemptionThen, string>)

export async function redemptionsThen(
  db: Queryable,
  { businessId, buyerId, position, limit }: { businessId: number; buyerId?: number; position: string; limit: number },
): Promise<RedemptionThen[]> {
  const { rows } = await db.query<RedemptionThen>(
    `SELECT ${COLUMNS}
     FROM (
       SELECT * FROM read.redemptions AS made
       WHERE business_id = $1 AND made.position <= $2::bigint AND ($3::int IS NULL OR buyer_id = $3)
       ORDER BY made.position DESC LIMIT $4
     ) AS redemption
     LEFT JOIN LATERAL (
       SELECT event.type, event.recorded_at FROM read.business_history AS event
       WHERE event.redemption_id = redemption.redemption_id AND event.position <= $2::bigint
       ORDER BY event.position DESC LIMIT 1
     ) AS last ON true
     ORDER BY redemption.position DESC`,
    [businessId, position, buyerId ?? null, limit],
  )
  return rows
}

export async function redemptionCountsThen(
  db: Queryable,
  businessId: number,
  position: string,
): Promise<{ pending: number; used: number; cancelled: number }> {
  const { rows } = await db.query<{ made: number; used: number; cancelled: number }>(
    `SELECT (SELECT count(*) FROM read.redemptions AS made WHERE business_id = $1 AND made.position <= $2::bigint) AS made,
       count(*) FILTER (WHERE type = 'RedemptionUsed') - count(*) FILTER (WHERE type = 'RedemptionReopened') AS used,
       count(*) FILTER (WHERE type = 'RedemptionCancelled') AS cancelled
     FROM read.business_history AS event
     WHERE business_id = $1 AND event.position <= $2::bigint AND redemption_id IS NOT NULL`,
    [businessId, position],
  )
  const { made, used, cancelled } = rows[0]!
  return { pending: made - used - cancelled, used, cancelled }
}
