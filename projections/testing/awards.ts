/** Awards that a test writes into a real store, to the accounts of one business, and the whole log as it stands. */
import { randomUUID } from 'node:crypto'
import { accountStream } from '#contracts/ledger-events.ts'
import { NO_STREAM, type EventToAppend } from '#ledger/event-store.ts'
import type { EventStoreGateway, LogEvent } from '#platform/event-store/gateway.ts'

export type AwardsInto = ReturnType<typeof awardsInto>

/** Nobody else may append to these accounts: where they stand is remembered here. */
export function awardsInto(store: EventStoreGateway, businessId: number) {
  const revisions = new Map<number, number>()

  /** One award to one buyer; answers the position in the log. */
  async function award(buyerId: number): Promise<bigint> {
    const awardId = randomUUID()
    const revision = revisions.get(buyerId) ?? NO_STREAM
    const event: EventToAppend = {
      id: randomUUID(),
      type: 'PointsAwarded',
      data: { awardId, amountAmd: 500, tenths: 10, rule: 'floor-50/1' },
      metadata: {
        schema: 1,
        commandId: awardId,
        inputHash: 'x',
        actor: { userId: businessId, role: 'business' },
        $correlationId: 'test',
        recordedAt: new Date().toISOString(),
      },
    }
    const outcome = await store.append(accountStream(businessId, buyerId), revision, [event], { deadlineAt: Date.now() + 10_000 })
    if (outcome.kind !== 'written') throw new Error(`The award was not written: ${outcome.kind}`)
    revisions.set(buyerId, outcome.revision)
    return outcome.position
  }

  /** `count` awards to each of ten buyers, in parallel. Answers the highest position. */
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
    for (let after: bigint | null = null; ; ) {
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
