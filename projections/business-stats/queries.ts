import type { Queryable } from '#platform/postgres/postgres.ts'
import type { RowOf } from '../runtime/generations/table.ts'
import { statsTable } from './table.ts'

const totals = statsTable.select(['buyers', 'issuedTenths', 'redeemedTenths', 'refundedTenths', 'forfeitedTenths'])

export type BusinessTotals = RowOf<typeof totals>

/** Zeros without accounts. Issued is awards minus voids (H8). */
export async function statsOfBusiness(db: Queryable, businessId: number): Promise<BusinessTotals> {
  const { rows } = await db.query<BusinessTotals>({
    name: 'stats-of-business',
    text: `SELECT ${totals} FROM read.business_stats WHERE business_id = $1`,
    values: [businessId],
  })
  return rows[0] ?? { buyers: 0, issuedTenths: 0, redeemedTenths: 0, refundedTenths: 0, forfeitedTenths: 0 }
}
