import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { accountStream } from '#contracts/events/ledger-events.ts'
import { NO_STREAM } from '#ledger/event-store.ts'
import { award, inMs } from '#platform/event-store/events-for-tests.ts'
import { createEventStoreGateway, type EventStoreGateway } from '#platform/event-store/gateway.ts'
import { createPool, type Pool } from '#platform/postgres/postgres.ts'
import { testServices, type TestServices } from '../../../infra/testing/harness.ts'
import type { ReserveOutcome } from '../counter/quota.ts'

export const LIMIT = 1_000
export const AT = new Date('2026-03-10T08:00:00Z')
export const MONTH = '2026-03'

/** Two pools stand for two processes. */
export type Quota = {
  services: TestServices
  store: EventStoreGateway
  pool: Pool
  otherPool: Pool
  close(): Promise<void>
}

export async function openQuota(): Promise<Quota> {
  const services = await testServices({ redis: false })
  const store = createEventStoreGateway(services.eventStoreUrl)
  const [pool, otherPool] = ['test', 'test-other'].map((name) =>
    createPool(services.databaseUrl, { max: 10, name }),
  ) as [Pool, Pool]
  const close = async () => {
    await store.close()
    await pool.end()
    await otherPool.end()
    await services.close()
  }
  return { services, store, pool, otherPool, close }
}

let lastBusiness = 1_000

export type Award = { awardId: string; businessId: number; stream: string; limit: number; at: Date }

export function newAward(businessId: number, { limit = LIMIT, at = AT }: { limit?: number; at?: Date } = {}): Award {
  return {
    awardId: randomUUID(),
    businessId,
    stream: accountStream(businessId, 1 + Math.floor(Math.random() * 1e8)),
    limit,
    at,
  }
}

export function newBusiness(): number {
  lastBusiness += 1
  return lastBusiness
}

export const reserved = (outcomes: ReserveOutcome[]): number =>
  outcomes.filter(({ kind }) => kind === 'reserved').length

/** Writes the award's event to its stream. */
export async function append(
  store: EventStoreGateway,
  { awardId, businessId, stream }: Award,
  recordedAt: Date,
): Promise<void> {
  const outcome = await store.append(
    stream,
    NO_STREAM,
    [award(50, awardId, { userId: businessId, recordedAt })],
    inMs(10_000),
  )
  expect(outcome.kind).toBe('written')
}
