/** The days with acts at the counter as a simple in-memory fold, the reference for tests. */
import { yerevanDay } from '#contracts/units/time.ts'
import type { AccountEvent } from '../runtime/catch-up/account-event.ts'

type Row = {
  business_id: number
  day: string
  first_position: string
  last_position: string
  purchases: number
  turnover_amd: number
}

export function foldAttention(events: readonly AccountEvent[]): Row[] {
  const rows = new Map<string, Row>()
  const amounts = new Map<string, number>()

  const count = ({ businessId, metadata, position }: AccountEvent, purchases: number, turnoverAmd: number): void => {
    const day = yerevanDay(new Date(metadata.recordedAt))
    const key = `${businessId} ${day}`
    const row = rows.get(key) ?? {
      business_id: businessId,
      day,
      first_position: String(position),
      last_position: '',
      purchases: 0,
      turnover_amd: 0,
    }
    row.last_position = String(position)
    row.purchases += purchases
    row.turnover_amd += turnoverAmd
    rows.set(key, row)
  }

  for (const event of events) {
    switch (event.type) {
      case 'PointsAwarded':
        amounts.set(event.data.awardId, event.data.amountAmd)
        count(event, 1, event.data.amountAmd)
        break
      case 'AwardCorrected':
        count(event, 0, event.data.amountAmd - amounts.get(event.data.awardId)!)
        amounts.set(event.data.awardId, event.data.amountAmd)
        break
      case 'AwardVoided':
        count(event, -1, -amounts.get(event.data.awardId)!)
        break
      case 'RedemptionUsed':
      case 'RedemptionReopened':
        count(event, 0, 0)
        break
      case 'PerkRedeemed':
      case 'RedemptionCancelled':
      case 'PointsRefunded':
      case 'AccountClosed':
      case 'PointsMergedOut':
      case 'PointsMergedIn':
    }
  }
  return [...rows.values()]
}
