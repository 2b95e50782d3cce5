/** Restores rows that guard awards across accounts: receipts and this month's places. */
import { yerevanMonth } from '#contracts/units/time.ts'
import { openPlaces, restoreCounts } from '#businesses/counter/quota.ts'
import { awardLookUp, restoreReceipts, type ReceiptClaim } from '#businesses/counter/receipts.ts'
import type { EventStoreGateway } from '#platform/event-store/gateway.ts'
import type { Pool } from '#platform/postgres/postgres.ts'
import { isPowerEvent, type LedgerLogEvent } from '#projections/runtime/catch-up/power-event.ts'

export type AwardsOfLog = {
  /** Call with all events in log order. Restores receipts immediately. */
  meet(events: readonly LedgerLogEvent[]): Promise<void>
  /** Raises the month's counters; call last. */
  finish(tell: (line: string) => void): Promise<void>
}

export async function openAwardsOfLog(
  pool: Pool,
  store: Pick<EventStoreGateway, 'readStream'>,
  now: Date,
): Promise<AwardsOfLog> {
  const month = yerevanMonth(now)
  // A reserved place counts before its award is written, and is released if that never happens.
  const open = await openPlaces(pool, month)
  const places = new Map<number, number>()
  const takePlace = (businessId: number) => places.set(businessId, (places.get(businessId) ?? 0) + 1)
  const receipts = { restored: 0, open: 0 }
  const lookUp = awardLookUp(store, { onUnreadable: () => {} })

  return {
    async meet(events) {
      const claims: ReceiptClaim[] = []
      for (const event of events) {
        if (isPowerEvent(event) || event.type !== 'PointsAwarded') continue
        const { businessId, buyerId, metadata, data } = event
        // Includes awards voided later, whose places are not released.
        if (yerevanMonth(new Date(metadata.recordedAt)) === month) takePlace(businessId)
        open.delete(data.awardId)
        if (data.receipt !== undefined)
          claims.push({ businessId, buyerId, receipt: data.receipt, awardId: data.awardId })
      }
      const calledBack = new Set(
        events.flatMap((event) => (!isPowerEvent(event) && event.type === 'AwardVoided' ? [event.data.awardId] : [])),
      )
      const held = claims.filter(({ awardId }) => !calledBack.has(awardId))
      if (held.length === 0) return
      const batch = await restoreReceipts(pool, held, lookUp)
      receipts.restored += batch.restored
      receipts.open += batch.open
    },
    async finish(tell) {
      for (const businessId of open.values()) takePlace(businessId)
      const raised = await restoreCounts(pool, month, places)
      tell(
        receipts.restored === 0
          ? 'All receipts in the log are registered.'
          : `Receipts registered from the log, so that they cannot earn points again: ${receipts.restored}.`,
      )
      if (receipts.open > 0)
        tell(
          `Receipts in the log that are reserved by other awards with an unknown outcome: ${receipts.open}. Run this again after Hatik has run for ten minutes.`,
        )
      if (raised.length > 0) tell(`Corrected the award counts of ${month} for the businesses ${raised.join(', ')}.`)
    },
  }
}
