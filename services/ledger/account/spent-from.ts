import type { RecordedEvent } from '../event-store.ts'

/** `awardId`: of points that came from a card, the id of the merge. */
export type Spent = { awardId: string; position: bigint; tenths: number }

/**
 * Attributes a redemption's points to awards, oldest first by convention. A refund returns to its awards; a void
 * or correction takes from its own award first.
 */
export function spentFrom(events: readonly RecordedEvent[], redemptionId: string): Spent[] {
  const lots: Spent[] = []
  const taken = new Map<string, Spent[]>()
  const take = (wanted: number, from: readonly Spent[]): Spent[] => {
    const parts: Spent[] = []
    let left = wanted
    for (const lot of from) {
      if (left === 0) break
      const tenths = Math.min(lot.tenths, left)
      if (tenths === 0) continue
      lot.tenths -= tenths
      left -= tenths
      parts.push({ ...lot, tenths })
    }
    return parts
  }
  const takeBack = (awardId: string, tenths: number): void => {
    const own = lots.filter((lot) => lot.awardId === awardId)
    const rest = tenths - take(tenths, own).reduce((sum, part) => sum + part.tenths, 0)
    take(rest, lots)
  }
  for (const event of events) {
    switch (event.type) {
      case 'PointsAwarded':
        lots.push({ awardId: event.data.awardId, position: event.position, tenths: event.data.tenths })
        break
      case 'PerkRedeemed': {
        const parts = take(event.data.costTenths, lots)
        if (event.data.redemptionId === redemptionId) return parts
        taken.set(event.data.redemptionId, parts)
        break
      }
      case 'PointsRefunded':
        for (const part of taken.get(event.data.redemptionId) ?? []) {
          const lot = lots.find(({ awardId }) => awardId === part.awardId)
          if (lot) lot.tenths += part.tenths
        }
        break
      case 'AwardVoided':
        takeBack(event.data.awardId, event.data.tenths)
        break
      case 'AwardCorrected': {
        const { awardId, differenceTenths } = event.data
        const own = lots.find((lot) => lot.awardId === awardId)
        if (differenceTenths < 0) takeBack(awardId, -differenceTenths)
        else if (own) own.tenths += differenceTenths
        break
      }
      case 'PointsMergedIn':
        lots.push({ awardId: event.data.mergeId, position: event.position, tenths: event.data.tenths })
        break
      case 'AccountClosed':
      case 'PointsMergedOut':
        take(Number.MAX_SAFE_INTEGER, lots)
        break
      case 'RedemptionUsed':
      case 'RedemptionCancelled':
      case 'RedemptionReopened':
        break
    }
  }
  return []
}
