import type { Queryable } from '#platform/postgres/postgres.ts'

export type MonthTotals = { awards: number; awardedTenths: number; voidedTenths: number }

/** A calendar month ('YYYY-MM') in Asia/Yerevan; zeros without awards. A voided award still counts as one (H10). */
export async function monthOfBusiness(db: Queryable, businessId: number, month: string): Promise<MonthTotals> {
  const { rows } = await db.query<MonthTotals>({
    name: 'month-of-business',
    text: `
      SELECT awards, awarded_tenths AS "awardedTenths", voided_tenths AS "voidedTenths"
      FROM read.monthly_transactions WHERE business_id = $1 AND month = $2`,
    values: [businessId, month],
  })
  return rows[0] ?? { awards: 0, awardedTenths: 0, voidedTenths: 0 }
}
