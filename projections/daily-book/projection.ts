/**
 * The points-liability book: totals per business and day of recording (Asia/Yerevan). Balances are summed when read, so
 * an event that reaches the log after midnight changes one row only.
 */
import { deltaTenths } from '#ledger/account/delta-tenths.ts'
import type { AccountEvent } from '../runtime/catch-up/account-event.ts'
import type { AccountStatement } from '../runtime/generations/read-model.ts'
import type { Written } from '../runtime/generations/table.ts'
import { yerevanDayOf } from '../runtime/catch-up/yerevan-days.ts'
import { bookTable } from './table.ts'

type Day = Written<typeof bookTable.columns>

const NOTHING = {
  awardedTenths: 0,
  voidedTenths: 0,
  redeemedTenths: 0,
  returnedTenths: 0,
  forfeitedTenths: 0,
  awards: 0,
  redemptions: 0,
}

export const dailyBook: AccountStatement = {
  ...bookTable,

  statement(schema, events) {
    const days = daysOf(events)
    if (days.length === 0) return undefined
    return {
      name: `${schema}.daily_book`,
      text: `
        ${bookTable.insert(schema, 'book')}
        ON CONFLICT (business_id, day) DO UPDATE SET
          awarded_tenths = book.awarded_tenths + excluded.awarded_tenths,
          voided_tenths = book.voided_tenths + excluded.voided_tenths,
          redeemed_tenths = book.redeemed_tenths + excluded.redeemed_tenths,
          returned_tenths = book.returned_tenths + excluded.returned_tenths,
          forfeited_tenths = book.forfeited_tenths + excluded.forfeited_tenths,
          awards = book.awards + excluded.awards,
          redemptions = book.redemptions + excluded.redemptions,
          last_position = excluded.last_position`,
      values: bookTable.values(days),
    }
  },
}

/** In key order; events that move no points create no row. */
function daysOf(events: readonly AccountEvent[]): Day[] {
  const days = new Map<string, Day>()
  for (const event of events) {
    if (deltaTenths(event) === undefined) continue
    const { businessId, position } = event
    const date = yerevanDayOf(event.metadata.recordedAt)
    const key = `${businessId} ${date}`
    let day = days.get(key)
    if (!day)
      days.set(key, (day = { businessId, day: date, ...NOTHING, firstPosition: position, lastPosition: position }))
    day.lastPosition = position
    add(day, event)
  }
  return [...days.values()].sort((a, b) => a.businessId - b.businessId || (a.day < b.day ? -1 : 1))
}

function add(day: Day, event: AccountEvent): void {
  switch (event.type) {
    case 'PointsAwarded':
      day.awardedTenths += event.data.tenths
      day.awards += 1
      return
    case 'AwardVoided':
      day.voidedTenths += event.data.tenths
      return
    case 'AwardCorrected': {
      const { differenceTenths } = event.data
      if (differenceTenths > 0) day.awardedTenths += differenceTenths
      else day.voidedTenths -= differenceTenths
      return
    }
    case 'PerkRedeemed':
      day.redeemedTenths += event.data.costTenths
      day.redemptions += 1
      return
    case 'PointsRefunded':
      day.returnedTenths += event.data.tenths
      return
    case 'AccountClosed':
      day.forfeitedTenths += event.data.forfeitedTenths
      return
    case 'PointsMergedOut':
      day.forfeitedTenths += event.data.tenths
      return
    case 'PointsMergedIn':
      day.forfeitedTenths -= event.data.tenths
      return
    case 'RedemptionUsed':
    case 'RedemptionCancelled':
    case 'RedemptionReopened':
  }
}
