/** Redemptions as of a position (included); those settled later are pending. */
import type { Queryable } from '#platform/postgres/postgres.ts'
import { selected } from '../runtime/generations/table.ts'
import type { RedemptionRow } from './queries.ts'
import { redemptionsTable } from './table.ts'

export type RedemptionThen = Omit<RedemptionRow, 'position'>

const STATE = `CASE WHEN settled_position <= $2::bigint THEN state ELSE 'pending' END`
const { redemptionId, businessId, buyerId, code, perkId, perkName, costTenths, createdAt } = redemptionsTable.sources()
const COLUMNS = selected({
  redemptionId,
  businessId,
  buyerId,
  code,
  perkId,
  perkName,
  costTenths,
  state: STATE,
  createdAt,
  usedAt: 'CASE WHEN settled_position <= $2::bigint THEN used_at END',
  cancelledAt: 'CASE WHEN settled_position <= $2::bigint THEN cancelled_at END',
} satisfies Record<keyof RedemptionThen, string>)

export async function redemptionsThen(
  db: Queryable,
  { businessId, buyerId, position, limit }: { businessId: number; buyerId?: number; position: string; limit: number },
): Promise<RedemptionThen[]> {
  const { rows } = await db.query<RedemptionThen>(
    `SELECT ${COLUMNS}
     FROM read.redemptions AS redemption
     WHERE business_id = $1 AND redemption.position <= $2::bigint AND ($3::int IS NULL OR buyer_id = $3)
     ORDER BY redemption.position DESC LIMIT $4`,
    [businessId, position, buyerId ?? null, limit],
  )
  return rows
}

export async function redemptionCountsThen(
  db: Queryable,
  businessId: number,
  position: string,
): Promise<{ pending: number; used: number; cancelled: number }> {
  const { rows } = await db.query<Pick<RedemptionRow, 'state'> & { n: number }>(
    `SELECT ${STATE} AS state, count(*) AS n FROM read.redemptions AS redemption
     WHERE business_id = $1 AND redemption.position <= $2::bigint GROUP BY 1`,
    [businessId, position],
  )
  const of = (state: string) => rows.find((row) => row.state === state)?.n ?? 0
  return { pending: of('pending'), used: of('used'), cancelled: of('cancelled') }
}
