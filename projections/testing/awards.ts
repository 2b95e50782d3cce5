import { accountStream } from '#contracts/events/ledger-events.ts'
import { NO_STREAM } from '#ledger/event-store.ts'
import { award as aboutAward, inMs } from '#platform/event-store/events-for-tests.ts'
import type { EventStoreGateway, LogEvent } from '#platform/event-store/gateway.ts'

export type AwardsInto = ReturnType<typeof awardsInto>

/**
 * Writes awards into a real store, to accounts of one business. No other writer may append to them, because revisions
 * are tracked here.
 */
export function awardsInto(store: EventStoreGateway, businessId: number) {
  const revisions = new Map<number, number>()

  async function award(buyerId: number): Promise<bigint> {
    const revision = revisions.get(buyerId) ?? NO_STREAM
    const event = aboutAward(500, undefined, { userId: businessId, recordedAt: new Date() })
    const outcome = await store.append(accountStream(businessId, buyerId), revision, [event], inMs(10_000))
    if (outcome.kind !== 'written') throw new Error(`The award was not written: ${outcome.kind}`)
    revisions.set(buyerId, outcome.revision)
    return outcome.position
  }

  /** `count` awards to each of ten buyers, in parallel. Returns the highest position. */
  async function load(count: number): Promise<bigint> {
    const positions = await Promise.all(
      Array.from({ length: 10 }, async (_, buyer) => {
        let last = 0n
        for (let each = 0; each < count; each += 1) last = await award(101 + buyer)
        return last
      }),
    )
    return positions.reduce((a, b) => (a > b ? a : b))
  }

  async function whole(): Promise<LogEvent[]> {
    const reader = store.openLogReader()
    const events: LogEvent[] = []
    for (let after: bigint | null = null; ;) {
      const batch = await reader.read(after, 5_000)
      events.push(...batch.events)
      after = batch.lastPosition
      if (batch.reachedHead) break
    }
    await reader.close()
    return events
  }

  return { award, load, whole }
}
