/** The day report as a simple in-memory fold, the reference for tests. */
import type { EventMetadata } from '#contracts/events/ledger-events.ts'
import { YEREVAN_OFFSET_MS } from '#contracts/units/yerevan.ts'
import type { AccountEvent } from '../runtime/catch-up/account-event.ts'

type Made = { made_on: string; hour: number; staff_id: string; till_id: string; branch_id: string; perk_id: number }
type Sums = { purchases: number; turnover_amd: number; given_tenths: number; perks: number; used_tenths: number }
type Row = Made & Sums & { business_id: number; buyer_id: number; day: string }

const NOTHING: Sums = { purchases: 0, turnover_amd: 0, given_tenths: 0, perks: 0, used_tenths: 0 }
const NONE = '00000000-0000-0000-0000-000000000000'

/** Date and hour in Yerevan, as '2026-01-30T23'. */
const localHour = ({ recordedAt }: EventMetadata) =>
  new Date(Date.parse(recordedAt) + YEREVAN_OFFSET_MS).toISOString().slice(0, 13)

function madeBy({ metadata }: AccountEvent, perk_id: number): Made {
  const [made_on = '', hour] = localHour(metadata).split('T')
  const { staffId: staff_id = NONE, tillId: till_id = NONE, branchId: branch_id = NONE } = metadata
  return { made_on, hour: Number(hour), staff_id, till_id, branch_id, perk_id }
}

export function foldDayReport(events: readonly AccountEvent[]): Row[] {
  const rows = new Map<string, Row>()
  const awards = new Map<string, { made: Made; amountAmd: number }>()
  const perks = new Map<string, { perkId: number; costTenths: number; used?: Made }>()

  const count = ({ businessId, buyerId, metadata }: AccountEvent, made: Made, change: Partial<Sums>): void => {
    const [day = ''] = localHour(metadata).split('T')
    const of = { business_id: businessId, buyer_id: buyerId, day, ...made }
    const key = Object.values(of).join()
    const row = rows.get(key) ?? { ...of, ...NOTHING }
    for (const [sum, by] of Object.entries(change) as [keyof Sums, number][]) row[sum] += by
    rows.set(key, row)
  }

  for (const event of events) {
    switch (event.type) {
      case 'PointsAwarded': {
        const { awardId, amountAmd, tenths } = event.data
        const made = madeBy(event, 0)
        awards.set(awardId, { made, amountAmd })
        count(event, made, { purchases: 1, turnover_amd: amountAmd, given_tenths: tenths })
        break
      }
      case 'AwardCorrected': {
        const award = awards.get(event.data.awardId)!
        const { amountAmd, differenceTenths } = event.data
        count(event, award.made, { turnover_amd: amountAmd - award.amountAmd, given_tenths: differenceTenths })
        award.amountAmd = amountAmd
        break
      }
      case 'AwardVoided': {
        const { made, amountAmd } = awards.get(event.data.awardId)!
        count(event, made, { purchases: -1, turnover_amd: -amountAmd, given_tenths: -event.data.tenths })
        break
      }
      case 'PerkRedeemed':
        perks.set(event.data.redemptionId, { ...event.data })
        break
      case 'RedemptionUsed': {
        const perk = perks.get(event.data.redemptionId)!
        perk.used = madeBy(event, perk.perkId)
        count(event, perk.used, { perks: 1, used_tenths: perk.costTenths })
        break
      }
      case 'RedemptionReopened': {
        const { used, costTenths } = perks.get(event.data.redemptionId)!
        count(event, used!, { perks: -1, used_tenths: -costTenths })
        break
      }
      case 'RedemptionCancelled':
      case 'PointsRefunded':
      case 'AccountClosed':
      case 'PointsMergedOut':
      case 'PointsMergedIn':
    }
  }
  return [...rows.values()]
}
