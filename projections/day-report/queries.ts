import type { Queryable } from '#platform/postgres/postgres.ts'
import { NO_PERK, NOWHERE } from './table.ts'

/** What a day has of one hour, place and perk. */
export type ReportLine = {
  hour: number
  /** Null away from a till, at a shop without staff, or before tills. */
  staffId: string | null
  tillId: string | null
  branchId: string | null
  /** Null for purchases. */
  perkId: number | null
  /** False: changes that this day made to another day's awards and uses. */
  isOwn: boolean
  purchases: number
  turnoverAmd: number
  givenTenths: number
  perks: number
  usedTenths: number
}

/** `day`: 'YYYY-MM-DD' in Asia/Yerevan. In key order. */
export async function reportLines(db: Queryable, businessId: number, day: string): Promise<ReportLine[]> {
  const { rows } = await db.query<ReportLine>({
    name: 'report-lines',
    text: `
      SELECT hour, nullif(staff_id, '${NOWHERE}') AS "staffId", nullif(till_id, '${NOWHERE}') AS "tillId",
        nullif(branch_id, '${NOWHERE}') AS "branchId", nullif(perk_id, ${NO_PERK}) AS "perkId", made_on = day AS "isOwn",
        sum(purchases) AS purchases, sum(turnover_amd)::int8 AS "turnoverAmd", sum(given_tenths)::int8 AS "givenTenths",
        sum(perks) AS perks, sum(used_tenths)::int8 AS "usedTenths"
      FROM read.day_report WHERE business_id = $1 AND day = $2::date
      GROUP BY hour, staff_id, till_id, branch_id, perk_id, made_on = day
      ORDER BY hour, staff_id, till_id, branch_id, perk_id, made_on = day`,
    values: [businessId, day],
  })
  return rows
}

export type DayBuyers = { buyers: number; newBuyers: number }

/**
 * Distinct buyers with a purchase that was not undone the same day; new are those without one on an earlier day. Later
 * acts never change them.
 */
export async function buyersOfDay(db: Queryable, businessId: number, day: string): Promise<DayBuyers> {
  const { rows } = await db.query<DayBuyers>({
    name: 'buyers-of-day',
    text: `
      SELECT count(*) AS buyers, count(*) FILTER (WHERE NOT EXISTS (
        SELECT FROM read.day_report AS before
        WHERE before.business_id = $1 AND before.buyer_id = today.buyer_id AND before.day < $2::date
          AND before.made_on = before.day AND before.purchases > 0
      )) AS "newBuyers"
      FROM (
        SELECT DISTINCT buyer_id FROM read.day_report
        WHERE business_id = $1 AND day = $2::date AND made_on = day AND purchases > 0
      ) AS today`,
    values: [businessId, day],
  })
  return rows[0] ?? { buyers: 0, newBuyers: 0 }
}
