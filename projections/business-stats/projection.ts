/**
 * Totals of a business; its balances always add up to issued - redeemed + refunded - forfeited. Points on their way
 * from a card to a person count as forfeited until they arrive (decision 53).
 */
import type { AccountEvent } from '../runtime/catch-up/account-event.ts'
import { yerevanDayOf } from '../runtime/catch-up/yerevan-days.ts'
import type { AccountStatement } from '../runtime/generations/read-model.ts'
import type { Written } from '../runtime/generations/table.ts'
import { statsTable } from './table.ts'

type Totals = Written<typeof statsTable.columns>

export const businessStats: AccountStatement = {
  ...statsTable,

  statement: (schema, events) => ({
    name: `${schema}.business_stats`,
    text: `
      ${statsTable.insert(schema, 'business')}
      ON CONFLICT (business_id) DO UPDATE SET
        buyers = business.buyers + excluded.buyers,
        issued_tenths = business.issued_tenths + excluded.issued_tenths,
        redeemed_tenths = business.redeemed_tenths + excluded.redeemed_tenths,
        refunded_tenths = business.refunded_tenths + excluded.refunded_tenths,
        forfeited_tenths = business.forfeited_tenths + excluded.forfeited_tenths,
        last_day = greatest(business.last_day, excluded.last_day)`,
    values: statsTable.values(totalsOf(events)),
  }),
}

function totalsOf(events: readonly AccountEvent[]): Totals[] {
  const totals = new Map<number, Totals>()
  for (const event of events) {
    let total = totals.get(event.businessId)
    if (!total) {
      total = {
        businessId: event.businessId,
        buyers: 0,
        issuedTenths: 0,
        redeemedTenths: 0,
        refundedTenths: 0,
        forfeitedTenths: 0,
        lastDay: null,
      }
      totals.set(event.businessId, total)
    }
    // An account counts from its first event, of any type, until it is closed.
    if (event.revision === 0) total.buyers += 1
    add(total, event)
  }
  return [...totals.values()].sort((a, b) => a.businessId - b.businessId)
}

function add(total: Totals, event: AccountEvent): void {
  switch (event.type) {
    case 'PointsAwarded':
      total.issuedTenths += event.data.tenths
      return actOn(total, event)
    case 'AwardVoided':
      // Issued is awards minus voids; a cancelled redemption issues nothing (H8).
      total.issuedTenths -= event.data.tenths
      return actOn(total, event)
    case 'AwardCorrected':
      total.issuedTenths += event.data.differenceTenths
      return actOn(total, event)
    case 'PerkRedeemed':
      total.redeemedTenths += event.data.costTenths
      return
    case 'PointsRefunded':
      total.refundedTenths += event.data.tenths
      return
    case 'AccountClosed':
      total.buyers -= 1
      total.forfeitedTenths += event.data.forfeitedTenths
      return
    case 'PointsMergedOut':
      total.buyers -= 1
      total.forfeitedTenths += event.data.tenths
      return
    case 'PointsMergedIn':
      total.forfeitedTenths -= event.data.tenths
      return
    case 'RedemptionUsed':
    case 'RedemptionReopened':
      return actOn(total, event)
    case 'RedemptionCancelled':
  }
}

/** The later day counts, because a clock that was set back records an earlier one. */
function actOn(total: Totals, { metadata }: AccountEvent): void {
  const day = yerevanDayOf(metadata.recordedAt)
  if (total.lastDay === null || day > total.lastDay) total.lastDay = day
}
