/** The worker projects from its subscription's live buffer (decision 39) and reads the store only for missed events. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEventStoreGateway, type EventStoreGateway } from '#platform/event-store/gateway.ts'
import { award, freshAccount, inMs } from '#platform/event-store/events-for-tests.ts'
import { faultyStore, type FaultyStore } from '#platform/event-store/testing.ts'
import { createPool, type Pool } from '#platform/postgres/postgres.ts'
import { NO_STREAM } from '#ledger/event-store.ts'
import { startWorker } from '../infra/local/application.ts'
import type { RunningServer } from '../infra/local/servers/postgres.ts'
import { WORKER_ROLE } from '../infra/local/roles.ts'
import { testServices, type TestServices } from '../infra/testing/harness.ts'
import { createPositionWaiter, type PositionWaiter } from './runtime/wake/await-position.ts'
import { createWakeQueue } from './runtime/wake/queue.ts'
import { HEADS_QUEUE } from './runtime/generations/status.ts'

const LONG_MS = 20_000

let services: TestServices
let server: FaultyStore
let store: EventStoreGateway
let waiter: PositionWaiter
let worker: RunningServer | undefined
let pool: Pool

beforeAll(async () => {
  services = await testServices({ eventStore: false, redis: 'own' })
  server = await faultyStore()
  store = createEventStoreGateway(server.url)
  pool = createPool(services.databaseUrl, { max: 1, name: 'hatik-test' })
  waiter = createPositionWaiter({ databaseUrl: services.databaseUrl })
  const env = {
    NODE_ENV: 'test',
    DATABASE_URL: services.databaseUrlOf(WORKER_ROLE),
    REDIS_URL: services.redisUrl,
    EVENTSTORE_URL: server.url,
    SMTP_URL: 'smtp://127.0.0.1:1',
  }
  worker = await startWorker({ ...env, SESSION_SECRET: randomUUID(), LOG_LEVEL: 'error' }, () => {})
})

afterAll(async () => {
  await worker?.stop()
  await waiter?.close()
  await pool?.end()
  await store?.close()
  await server?.close()
  await services?.close()
})

async function write(): Promise<bigint> {
  const outcome = await store.append(freshAccount().stream, NO_STREAM, [award()], inMs(LONG_MS))
  if (outcome.kind !== 'written') throw new Error(`Not written: ${outcome.kind}`)
  return outcome.position
}

/** Awards on one account; returns the position of the last. */
async function writeMany(count: number): Promise<bigint> {
  const { stream } = freshAccount()
  let revision: number = NO_STREAM
  let position = 0n
  for (let left = count; left > 0; left -= 100) {
    const events = Array.from({ length: Math.min(100, left) }, () => award())
    const outcome = await store.append(stream, revision, events, inMs(LONG_MS))
    if (outcome.kind !== 'written') throw new Error(`Not written: ${outcome.kind}`)
    revision += events.length
    position = outcome.position
  }
  return position
}

/** Runs the ten-second tree head job until it has included this event. Throws if it does not. */
async function leavesReach(position: bigint): Promise<void> {
  const queue = createWakeQueue(services.redisUrl, HEADS_QUEUE)
  try {
    await expect
      .poll(
        async () => {
          await queue.wake()
          const { rows } = await pool.query<{ reached: boolean }>(
            'SELECT coalesce(max(position) >= $1, false) AS reached FROM ledger_leaves',
            [String(position)],
          )
          return rows[0]?.reached
        },
        { timeout: LONG_MS },
      )
      .toBe(true)
  } finally {
    await queue.close()
  }
}

describe('the projection worker', () => {
  it('projects from the subscription while the store answers no reads, and continues after a restart of the store', async () => {
    // The first two may be found by the start job or the first check of the head.
    for (let each = 0; each < 4; each += 1) expect(await waiter.wait(await write(), LONG_MS)).toBe(true)
    await leavesReach(await write())
    await server.order({ fault: 'too-busy', on: 'reads', times: -1 })
    for (let each = 0; each < 5; each += 1) expect(await waiter.wait(await write(), LONG_MS)).toBe(true)

    // The leaves of the Merkle tree, which auditors' proofs need, also grow from the subscription.
    await leavesReach(await write())

    const heads = async () =>
      (await pool.query<{ signed: number }>('SELECT count(*) AS signed FROM ledger_heads')).rows[0]!.signed
    // Faster than the tick, so the tick cannot be the cause. Signed tree heads are at least nine seconds apart.
    const [before, beganAt] = [await heads(), performance.now()]
    for (let round = 0; round < 6; round += 1) {
      expect(await waiter.wait(await writeMany(1_100), LONG_MS)).toBe(true)
      await expect
        .poll(
          async () =>
            (
              await pool.query<{ left: number }>(
                'SELECT count(*) AS left FROM read.movements WHERE position > (SELECT max(position) FROM ledger_leaves)',
              )
            ).rows[0]!.left,
          { timeout: 4_000 },
        )
        .toBeLessThan(1_000)
    }
    expect((await heads()) - before).toBeLessThanOrEqual(1 + Math.floor((performance.now() - beganAt) / 9_000))

    // The restart breaks the subscription, so events written meanwhile must be read.
    await server.restart()
    expect(await waiter.wait(await write(), LONG_MS)).toBe(true)
  }, 60_000)
})
