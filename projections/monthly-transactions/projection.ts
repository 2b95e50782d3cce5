/** Awards of a business by calendar month in Asia/Yerevan, by the time of recording (H8, H10). */
import type { AccountEvent } from '../runtime/catch-up/account-event.ts'
import { plain } from '../runtime/catch-up/columns.ts'
import type { AccountStatement } from '../runtime/generations/read-model.ts'
import { yerevanMonthOf } from '../runtime/catch-up/yerevan-days.ts'

type Month = { businessId: number; month: string; awards: number; awardedTenths: number; voidedTenths: number }

export const monthlyTransactions: AccountStatement = {
  table: 'monthly_transactions',

  ddl: (schema) => `
    CREATE TABLE ${schema}.monthly_transactions (
      business_id integer NOT NULL,
      month text COLLATE "C" NOT NULL,
      awards integer NOT NULL,
      awarded_tenths bigint NOT NULL,
      voided_tenths bigint NOT NULL,
      PRIMARY KEY (business_id, month)
    ) WITH (fillfactor = 50);`,

  statement(schema, events) {
    const months = monthsOf(events)
    if (months.length === 0) return undefined
    return {
      name: `${schema}.monthly_transactions`,
      text: `
        INSERT INTO ${schema}.monthly_transactions AS total (business_id, month, awards, awarded_tenths, voided_tenths)
        SELECT * FROM unnest($1::int[], $2::text[], $3::int[], $4::bigint[], $5::bigint[])
        ON CONFLICT (business_id, month) DO UPDATE SET
          awards = total.awards + excluded.awards,
          awarded_tenths = total.awarded_tenths + excluded.awarded_tenths,
          voided_tenths = total.voided_tenths + excluded.voided_tenths`,
      values: [
        plain(months.map((month) => month.businessId)),
        plain(months.map((month) => month.month)),
        plain(months.map((month) => month.awards)),
        plain(months.map((month) => month.awardedTenths)),
        plain(months.map((month) => month.voidedTenths)),
      ],
    }
  },
}

function monthsOf(events: readonly AccountEvent[]): Month[] {
  const months = new Map<string, Month>()
  for (const event of events) {
    if (event.type !== 'PointsAwarded' && event.type !== 'AwardVoided') continue
    const { businessId } = event
    const month = yerevanMonthOf(event.metadata.recordedAt)
    const key = `${businessId} ${month}`
    let total = months.get(key)
    if (!total) {
      total = { businessId, month, awards: 0, awardedTenths: 0, voidedTenths: 0 }
      months.set(key, total)
    }
    if (event.type === 'AwardVoided') {
      total.voidedTenths += event.data.tenths
    } else {
      total.awards += 1
      total.awardedTenths += event.data.tenths
    }
  }
  return [...months.values()].sort((a, b) => a.businessId - b.businessId || (a.month < b.month ? -1 : 1))
}
