import type { Queryable } from '#platform/postgres/postgres.ts'
import type { RowOf } from '../runtime/generations/table.ts'
import { monthsTable } from './table.ts'

const totals = monthsTable.select(['awards', 'awardedTenths', 'voidedTenths'])

export type MonthTotals = RowOf<typeof totals>

/** A calendar month ('YYYY-MM') in Asia/Yerevan; zeros without awards. A voided award still counts as one (H10). */
export async function monthOfBusiness(db: Queryable, businessId: number, month: string): Promise<MonthTotals> {
  const { rows } = await db.query<MonthTotals>({
    name: 'month-of-business',
    text: `SELECT ${totals} FROM read.monthly_transactions WHERE business_id = $1 AND month = $2`,
    values: [businessId, month],
  })
  return rows[0] ?? { awards: 0, awardedTenths: 0, voidedTenths: 0 }
}
