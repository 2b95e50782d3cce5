import type { Queryable } from '#platform/postgres/postgres.ts'
import type { RowOf } from '../runtime/generations/table.ts'
import { historyTable } from './table.ts'

const ofUse = historyTable.select(['staffId', 'tillId', 'branchId', 'recordedAt'], 'use')

export type RecentUse = RowOf<typeof ofUse> & {
  redemptionId: string
  buyerId: number
  code: string
  perkName: string
  costTenths: number
  undone: boolean
}

/** Uses of codes at a business since a time, newest first; `tillId`: at this till only. */
export async function recentUses(
  db: Queryable,
  businessId: number,
  { since, limit, tillId }: { since: Date; limit: number; tillId: string | undefined },
): Promise<RecentUse[]> {
  const { rows } = await db.query<RecentUse>({
    name: 'recent-uses',
    text: `
      SELECT ${ofUse}, redemption.redemption_id AS "redemptionId", redemption.buyer_id AS "buyerId", redemption.code,
        redemption.perk_name AS "perkName", redemption.cost_tenths AS "costTenths", EXISTS (
        SELECT FROM read.business_history AS later
        WHERE later.redemption_id = use.redemption_id AND later.position > use.position AND later.type = 'RedemptionReopened'
      ) AS undone
      FROM read.business_history AS use JOIN read.redemptions AS redemption ON redemption.redemption_id = use.redemption_id
      WHERE use.business_id = $1 AND use.recorded_at >= $2 AND use.type = 'RedemptionUsed'
        AND ($4::uuid IS NULL OR use.till_id = $4::uuid)
      ORDER BY use.position DESC LIMIT $3`,
    values: [businessId, since, limit, tillId ?? null],
  })
  return rows
}
