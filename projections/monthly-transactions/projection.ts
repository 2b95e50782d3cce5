/** Awards of a business by calendar month in Asia/Yerevan, by the time of recording (H8, H10). */
import type { AccountEvent } from '../runtime/catch-up/account-event.ts'
import type { AccountStatement } from '../runtime/generations/read-model.ts'
import type { Written } from '../runtime/generations/table.ts'
import { yerevanMonthOf } from '../runtime/catch-up/yerevan-days.ts'
import { monthsTable } from './table.ts'

type Month = Written<typeof monthsTable.columns>

export const monthlyTransactions: AccountStatement = {
  ...monthsTable,

  statement(schema, events) {
    const months = monthsOf(events)
    if (months.length === 0) return undefined
    return {
      name: `${schema}.monthly_transactions`,
      text: `
        ${monthsTable.insert(schema, 'total')}
        ON CONFLICT (business_id, month) DO UPDATE SET
          awards = total.awards + excluded.awards,
          awarded_tenths = total.awarded_tenths + excluded.awarded_tenths,
          voided_tenths = total.voided_tenths + excluded.voided_tenths`,
      values: monthsTable.values(months),
    }
  },
}

function monthsOf(events: readonly AccountEvent[]): Month[] {
  const months = new Map<string, Month>()
  for (const event of events) {
    if (event.type !== 'PointsAwarded' && event.type !== 'AwardVoided' && event.type !== 'AwardCorrected') continue
    const { businessId } = event
    const month = yerevanMonthOf(event.metadata.recordedAt)
    const key = `${businessId} ${month}`
    let total = months.get(key)
    if (!total) {
      total = { businessId, month, awards: 0, awardedTenths: 0, voidedTenths: 0 }
      months.set(key, total)
    }
    add(total, event)
  }
  return [...months.values()].sort((a, b) => a.businessId - b.businessId || (a.month < b.month ? -1 : 1))
}

type Counted = Extract<AccountEvent, { type: 'PointsAwarded' | 'AwardVoided' | 'AwardCorrected' }>

/** A correction is no other award: up it adds to the awarded points, down to the voided ones (decision 44). */
function add(total: Month, event: Counted): void {
  switch (event.type) {
    case 'PointsAwarded':
      total.awards += 1
      total.awardedTenths += event.data.tenths
      return
    case 'AwardVoided':
      total.voidedTenths += event.data.tenths
      return
    case 'AwardCorrected':
      if (event.data.differenceTenths > 0) total.awardedTenths += event.data.differenceTenths
      else total.voidedTenths -= event.data.differenceTenths
  }
}
