/** The worker lives on what its subscription hears (decision 27): the store's reads are for what it has not heard. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEventStoreGateway, type EventStoreGateway } from '#platform/event-store/gateway.ts'
import { award, freshAccount, inMs } from '#platform/event-store/events-for-tests.ts'
import { faultyStore, type FaultyStore } from '#platform/event-store/testing.ts'
import { NO_STREAM } from '#ledger/event-store.ts'
import { startWorker } from '../infra/local/application.ts'
import type { RunningServer } from '../infra/local/postgres.ts'
import { testServices, type TestServices } from '../infra/quality/harness.ts'
import { createPositionWaiter, type PositionWaiter } from './runtime/await-position.ts'

const LONG_MS = 20_000

let services: TestServices
let server: FaultyStore
let store: EventStoreGateway
let waiter: PositionWaiter
let worker: RunningServer | undefined

beforeAll(async () => {
  services = await testServices({ eventStore: false, redis: 'own' })
  server = await faultyStore()
  store = createEventStoreGateway(server.url)
  waiter = createPositionWaiter({ databaseUrl: services.databaseUrl })
  const env = { NODE_ENV: 'test', DATABASE_URL: services.databaseUrl, REDIS_URL: services.redisUrl, EVENTSTORE_URL: server.url, SMTP_URL: 'smtp://127.0.0.1:1' }
  worker = await startWorker({ ...env, SESSION_SECRET: randomUUID(), LOG_LEVEL: 'error' }, () => {})
})

afterAll(async () => {
  await worker?.stop()
  await waiter?.close()
  await store?.close()
  await server?.close()
  await services?.close()
})

async function write(): Promise<bigint> {
  const outcome = await store.append(freshAccount().stream, NO_STREAM, [award()], inMs(LONG_MS))
  if (outcome.kind !== 'written') throw new Error(`Not written: ${outcome.kind}`)
  return outcome.position
}

describe('the projection worker', () => {
  it('projects what it hears while the store answers no reads, and goes on when that store was started again', async () => {
    // The first may be found by the run at the start, the second by the look at the head when the subscription stands; then it hears.
    for (let each = 0; each < 4; each += 1) expect(await waiter.wait(await write(), LONG_MS)).toBe(true)
    await server.order({ fault: 'too-busy', on: 'reads', times: -1 })
    for (let each = 0; each < 5; each += 1) expect(await waiter.wait(await write(), LONG_MS)).toBe(true)

    // The death of the store takes the subscription along; what is written before the next one stands is read.
    await server.restart()
    expect(await waiter.wait(await write(), LONG_MS)).toBe(true)
  }, 60_000)
})
