import type { Queryable } from '#platform/postgres/postgres.ts'
import type { RowOf } from '../runtime/generations/table.ts'
import { redemptionsTable } from './table.ts'

const COLUMNS = redemptionsTable.select([
  'redemptionId',
  'businessId',
  'buyerId',
  'code',
  'perkId',
  'perkName',
  'costTenths',
  'state',
  'createdAt',
  'usedAt',
  'cancelledAt',
  'position',
])

export type RedemptionRow = RowOf<typeof COLUMNS>

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

const pending = redemptionsTable.select(['buyerId', 'redemptionId'])

/** To cancel them when the business closes (H25). */
export async function pendingAtBusiness(db: Queryable, businessId: number): Promise<RowOf<typeof pending>[]> {
  const { rows } = await db.query<RowOf<typeof pending>>({
    name: 'redemptions-pending-at-business',
    text: `
      SELECT ${pending} FROM read.redemptions
      WHERE business_id = $1 AND state = 'pending' ORDER BY position`,
    values: [businessId],
  })
  return rows
}
