import type { Queryable } from '#platform/postgres/postgres.ts'

export type BusinessTotals = {
  buyers: number
  issuedTenths: number
  redeemedTenths: number
  refundedTenths: number
  forfeitedTenths: number
}

/** Zeros without accounts. Issued is awards minus voids (H8). */
export async function statsOfBusiness(db: Queryable, businessId: number): Promise<BusinessTotals> {
  const { rows } = await db.query<BusinessTotals>({
    name: 'stats-of-business',
    text: `
      SELECT buyers, issued_tenths AS "issuedTenths", redeemed_tenths AS "redeemedTenths", refunded_tenths AS "refundedTenths",
        forfeited_tenths AS "forfeitedTenths"
      FROM read.business_stats WHERE business_id = $1`,
    values: [businessId],
  })
  return rows[0] ?? { buyers: 0, issuedTenths: 0, redeemedTenths: 0, refundedTenths: 0, forfeitedTenths: 0 }
}
