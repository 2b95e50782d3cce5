import type { Queryable } from '#platform/postgres/postgres.ts'

export type RedemptionRow = {
  redemptionId: string
  businessId: number
  buyerId: number
  code: string
  perkId: number
  perkName: string
  costTenths: number
  state: 'pending' | 'used' | 'cancelled'
  createdAt: Date
  usedAt: Date | null
  cancelledAt: Date | null
  position: string
}

const COLUMNS = `
  redemption_id AS "redemptionId", business_id AS "businessId", buyer_id AS "buyerId", code, perk_id AS "perkId",
  perk_name AS "perkName", cost_tenths AS "costTenths", state, created_at AS "createdAt", used_at AS "usedAt",
  cancelled_at AS "cancelledAt", position::text AS "position"`

/**
 * A buyer's redemptions (C13): all pending ones, because each holds points, then the newest `used` ones; no cancelled
 * ones.
 */
export async function redemptionsOfBuyer(
  db: Queryable,
  buyerId: number,
  { used }: { used: number },
): Promise<RedemptionRow[]> {
  const { rows } = await db.query<RedemptionRow>({
    name: 'redemptions-of-buyer',
    text: `
      WITH shown AS (
        (SELECT * FROM read.redemptions AS pending WHERE buyer_id = $1 AND state = 'pending')
        UNION ALL
        (SELECT * FROM read.redemptions AS used WHERE buyer_id = $1 AND state = 'used' ORDER BY used.position DESC LIMIT $2)
      )
      SELECT ${COLUMNS} FROM shown AS redemption ORDER BY state = 'pending' DESC, redemption.position DESC`,
    values: [buyerId, used],
  })
  return rows
}

/** The pending redemption of a code at a business, else the newest. The event stream still decides (R233). */
export async function redemptionByCode(
  db: Queryable,
  businessId: number,
  code: string,
): Promise<RedemptionRow | undefined> {
  const { rows } = await db.query<RedemptionRow>({
    name: 'redemption-by-code',
    text: `
      SELECT ${COLUMNS} FROM read.redemptions AS redemption
      WHERE business_id = $1 AND code = $2 ORDER BY (state = 'pending') DESC, redemption.position DESC LIMIT 1`,
    values: [businessId, code],
  })
  return rows[0]
}

/** `redemptionId` must be a UUID. */
export async function redemptionById(db: Queryable, redemptionId: string): Promise<RedemptionRow | undefined> {
  const { rows } = await db.query<RedemptionRow>({
    name: 'redemption-by-id',
    text: `SELECT ${COLUMNS} FROM read.redemptions AS redemption WHERE redemption_id = $1`,
    values: [redemptionId],
  })
  return rows[0]
}

/** To cancel them when the business closes (H25). */
export async function pendingAtBusiness(
  db: Queryable,
  businessId: number,
): Promise<{ buyerId: number; redemptionId: string }[]> {
  const { rows } = await db.query<{ buyerId: number; redemptionId: string }>({
    name: 'redemptions-pending-at-business',
    text: `
      SELECT buyer_id AS "buyerId", redemption_id AS "redemptionId" FROM read.redemptions
      WHERE business_id = $1 AND state = 'pending' ORDER BY position`,
    values: [businessId],
  })
  return rows
}
