import type { RecordedEvent } from '#ledger/event-store.ts'
import type { VisitsRow } from './account-rows.ts'

/** An account's purchases, without voided ones and with corrected amounts. Undefined before the first award or merge. */
export function foldVisits(events: readonly RecordedEvent[]): VisitsRow | undefined {
  const purchases = new Map<string, { amountAmd: number; at: Date }>()
  let isAny = false
  for (const event of events) {
    if (event.type === 'PointsAwarded') {
      isAny = true
      const { happenedAt, recordedAt } = event.metadata
      purchases.set(event.data.awardId, { amountAmd: event.data.amountAmd, at: new Date(happenedAt ?? recordedAt) })
    } else if (event.type === 'PointsMergedIn' || event.type === 'PointsMergedOut') isAny = true
    else if (event.type === 'AwardVoided') purchases.delete(event.data.awardId)
    else if (event.type === 'AwardCorrected') {
      const purchase = purchases.get(event.data.awardId)
      if (purchase) purchase.amountAmd = event.data.amountAmd
    }
  }
  if (!isAny) return undefined
  const made = [...purchases.values()]
  const times = made.map(({ at }) => at.getTime()).sort((a, b) => a - b)
  const [first, last] = [times[0], times.at(-1)]
  return {
    visits: made.length,
    spentAmd: made.reduce((sum, { amountAmd }) => sum + amountAmd, 0),
    firstAt: first === undefined ? null : new Date(first),
    lastAt: last === undefined ? null : new Date(last),
  }
}
