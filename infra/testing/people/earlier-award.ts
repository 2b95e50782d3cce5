/** Backdated awards, because tests cannot wait for days. */
import { randomUUID } from 'node:crypto'
import { createAwards } from '#businesses/counter/awards.ts'
import { openLedger } from '#platform/event-store/ledger.ts'
import type { Pool } from '#platform/postgres/postgres.ts'

const HOUR_MS = 60 * 60 * 1000

export type EarlierAward = {
  businessId: number
  buyerId: number
  amountAmd: number
  receipt?: string
  hoursAgo: number
}

/** An award by the business itself, as by the API. `token`: a position that includes it. */
export async function awardEarlier(
  { eventStoreUrl, pool }: { eventStoreUrl: string; pool: Pool },
  { businessId, buyerId, amountAmd, receipt, hoursAgo }: EarlierAward,
): Promise<{ awardId: string; token: string }> {
  const { store, ledger } = openLedger(eventStoreUrl)
  const failures: unknown[] = []
  try {
    const awards = createAwards({ ledger, db: pool, onFailed: (error) => failures.push(error) })
    const made = await awards.award({
      businessId,
      buyerId,
      plan: 'prime',
      key: randomUUID(),
      actor: { userId: businessId, role: 'business' },
      correlationId: 'test',
      amountAmd,
      ...(receipt === undefined ? {} : { receipt }),
      at: new Date(Date.now() - hoursAgo * HOUR_MS),
    })
    await awards.drain()
    if (made.kind !== 'done' || failures.length > 0)
      throw new Error(
        `Not awarded: ${JSON.stringify(made, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))} ${failures.join(' ')}`,
      )
    return { awardId: made.commandId, token: String(made.position) }
  } finally {
    await store.close()
  }
}
