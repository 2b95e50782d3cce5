/** Runs the real worker against the real store, Redis and PostgreSQL while each of them fails (R234). */
import { setTimeout as sleep } from 'node:timers/promises'
import { Queue } from 'bullmq'
import { Redis } from 'ioredis'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { accountStream } from '#contracts/events/ledger-events.ts'
import { NO_STREAM } from '#ledger/event-store.ts'
import { award as aboutAward } from '#platform/event-store/events-for-tests.ts'
import { createEventStoreGateway, type EventStoreGateway } from '#platform/event-store/gateway.ts'
import { createPool, type Pool } from '#platform/postgres/postgres.ts'
import type { Child } from '../infra/local/child.ts'
import { testServices, type TestServices } from '../infra/testing/harness.ts'
import { waitUntil } from '../infra/testing/wait-until.ts'
import { readModels } from './all.ts'
import { createPositionWaiter, type PositionWaiter } from './runtime/wake/await-position.ts'
import { CHECKPOINT_CHANNEL } from './runtime/catch-up/checkpoints.ts'
import { digestGeneration } from './runtime/generations/generations.ts'
import { ACCOUNT_UPDATE_CHANNEL, type Moved } from './runtime/catch-up/account-update.ts'
import { createWakeQueue } from './runtime/wake/queue.ts'
import { projectionStatus, PROJECTION_QUEUE, QUOTA_QUEUE } from './runtime/generations/status.ts'
import { awardsInto, type AwardsInto } from './testing/awards.ts'
import { foldLog, readTables } from './testing/fold.ts'
import { digestOfRebuild, startProjectionWorker } from './testing/worker.ts'

const LONG_MS = 30_000
const BUSINESS = 11

let services: TestServices
let store: EventStoreGateway
let pool: Pool
let waiter: PositionWaiter
const workers = new Set<Child>()
let log: AwardsInto

beforeAll(async () => {
  services = await testServices({ redis: 'own' })
  store = createEventStoreGateway(services.eventStoreUrl)
  log = awardsInto(store, BUSINESS)
  pool = createPool(services.databaseUrl, { max: 4, name: 'test' })
  waiter = createPositionWaiter({ databaseUrl: services.databaseUrl })
})

afterEach(async () => {
  for (const worker of workers) await worker.stop()
  workers.clear()
})

afterAll(async () => {
  await waiter?.close()
  await store?.close()
  await pool?.end()
  await services?.close()
})

async function startWorker(): Promise<Child> {
  const worker = await startProjectionWorker(services)
  workers.add(worker)
  return worker
}

async function expectRowsToEqualTheFold(): Promise<void> {
  expect(await readTables(pool)).toEqual(foldLog(await log.whole()))
}

describe('the projection worker', () => {
  it('the worker keeps a snapshot of a long account', async () => {
    await startWorker()
    const stream = accountStream(BUSINESS, 999)
    const awards = Array.from({ length: 500 }, () =>
      aboutAward(500, undefined, { userId: BUSINESS, recordedAt: new Date() }),
    )
    await store.append(stream, NO_STREAM, awards, { deadlineAt: Date.now() + LONG_MS })
    const kept = await waitUntil('the snapshot', async () => {
      const { rows } = await pool.query('SELECT revision FROM account_snapshots WHERE stream = $1', [stream])
      return rows[0]
    })
    expect(kept).toEqual({ revision: 499 })
  })

  it('the worker projects appended events, and announces the updated accounts once they can be read', async () => {
    await startWorker()
    const listener = new Redis(services.redisUrl)
    const moved: Moved[] = []
    listener.on('message', (_channel, message: string) => moved.push(JSON.parse(message) as Moved))
    await listener.subscribe(ACCOUNT_UPDATE_CHANNEL)

    const position = await log.award(101)
    expect(await waiter.wait(position, LONG_MS)).toBe(true)
    await expectRowsToEqualTheFold()
    await expect.poll(() => moved.some((each) => BigInt(each.position) >= position), { timeout: LONG_MS }).toBe(true)
    expect(moved.flatMap((each) => each.accounts)).toContainEqual({ businessId: BUSINESS, buyerId: 101 })
    listener.disconnect()
  })

  it('the worker loses and doubles nothing when it is killed repeatedly during load', async () => {
    let worker = await startWorker()
    const loading = log.load(40)
    for (let kills = 0; kills < 4; kills += 1) {
      await new Promise((resolve) => setTimeout(resolve, 300))
      await worker.kill()
      worker = await startWorker()
    }
    expect(await waiter.wait(await loading, LONG_MS)).toBe(true)
    await expectRowsToEqualTheFold()
  })

  it('the worker loses nothing when Redis is flushed repeatedly during load, and works as before afterwards', async () => {
    await startWorker()
    const redis = new Redis(services.redisUrl)
    let flushing = true
    const flushes = (async () => {
      for (; flushing;) {
        await redis.flushall()
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    })()
    const position = await log.load(40)
    flushing = false
    await flushes
    expect(await waiter.wait(position, LONG_MS)).toBe(true)
    await expectRowsToEqualTheFold()

    await redis.flushall()
    expect(await waiter.wait(await log.award(101), LONG_MS)).toBe(true)
    // The flush also removed the scheduler; the watchdog recreates it.
    const queue = new Queue(PROJECTION_QUEUE, { connection: { url: services.redisUrl }, prefix: 'hatik' })
    await expect.poll(() => queue.getJobSchedulersCount(), { timeout: LONG_MS }).toBe(1)
    await queue.close()
    redis.disconnect()
  })

  it('under load the worker catches up repeatedly within one job, instead of one job per catch-up (decision 39)', async () => {
    await startWorker()
    await waiter.wait(await log.award(101), LONG_MS)
    const redis = new Redis(services.redisUrl)
    const jobsMade = async () => Number(await redis.get(`hatik:${PROJECTION_QUEUE}:id`))
    const before = await jobsMade()
    let looks = 0
    const commits = await pool.connect()
    commits.on('notification', () => (looks += 1))
    await commits.query(`LISTEN ${CHECKPOINT_CHANNEL}`)
    // Each load starts with one or two jobs, and a busy machine may project it in a single catch-up.
    do expect(await waiter.wait(await log.load(150), LONG_MS)).toBe(true)
    while (looks < 10)
    const jobs = (await jobsMade()) - before
    commits.release(true)
    redis.disconnect()
    // On a slow machine most catch-ups end before the next event arrives.
    expect(jobs, `${looks} looks`).toBeLessThan(looks)
  })

  it('the worker tolerates duplicate and reordered jobs, and a second worker', async () => {
    await startWorker()
    await startWorker()
    const queue = new Queue(PROJECTION_QUEUE, { connection: { url: services.redisUrl }, prefix: 'hatik' })
    const wakeQueue = createWakeQueue(services.redisUrl, PROJECTION_QUEUE)
    const loading = log.load(20)
    for (let round = 0; round < 20; round += 1) {
      const jobs = Array.from({ length: 5 }, () => ({
        name: 'again',
        data: {},
        opts: { lifo: true, removeOnComplete: true },
      }))
      await Promise.all([queue.addBulk(jobs), wakeQueue.wake(), wakeQueue.wake()])
    }
    expect(await waiter.wait(await loading, LONG_MS)).toBe(true)
    await expectRowsToEqualTheFold()
    await wakeQueue.close()
    await queue.close()
  })

  it('the worker works without Redis and reconnects to it', async () => {
    const worker = await startWorker()
    expect(await waiter.wait(await log.award(101), LONG_MS)).toBe(true)
    await services.redisServer?.kill()
    expect(await waiter.wait(await log.load(5), LONG_MS)).toBe(true)
    await expectRowsToEqualTheFold()
    // The read models go on, so only the log tells the operator.
    const saying = (words: string) => worker.lastLines().filter((line) => line.includes(words)).length
    await expect.poll(() => saying('Redis (REDIS_URL) is unavailable'), { timeout: LONG_MS }).toBe(1)
    await services.restartRedis()
    await expect.poll(() => saying('Redis is available again'), { timeout: LONG_MS }).toBe(1)
    expect(saying('Redis (REDIS_URL) is unavailable')).toBe(1)
  })

  it.skipIf(process.env['EVENTSTORE_URL'])(
    'the worker logs once that the store is unavailable and once that it is back, however often it retries',
    async () => {
      const worker = await startWorker()
      expect(await waiter.wait(await log.award(101), LONG_MS)).toBe(true)
      await services.killEventStore()
      await sleep(3_000)
      await services.restartEventStore()
      const saying = (words: string) => worker.lastLines().filter((line) => line.includes(words)).length
      await expect.poll(() => saying('the event store subscription is active again'), { timeout: LONG_MS }).toBe(1)
      expect(saying('the event store subscription broke')).toBe(1)
      expect(await waiter.wait(await log.load(2), LONG_MS)).toBe(true)
      await expectRowsToEqualTheFold()
    },
  )

  it('the worker works while Redis refuses writes because its memory is full', async () => {
    await startWorker()
    const redis = new Redis(services.redisUrl)
    expect(await waiter.wait(await log.award(101), LONG_MS)).toBe(true)
    await redis.config('SET', 'maxmemory', '1')
    try {
      expect(await waiter.wait(await log.load(5), LONG_MS)).toBe(true)
    } finally {
      await redis.config('SET', 'maxmemory', '0')
      redis.disconnect()
    }
    expect(await waiter.wait(await log.load(5), LONG_MS)).toBe(true)
    await expectRowsToEqualTheFold()
  })

  it('a worker that resumes late finds nothing to do, because a second worker went on', async () => {
    const frozen = await startWorker()
    await waiter.wait(await log.award(101), LONG_MS)
    const loading = log.load(20)
    process.kill(frozen.pid, 'SIGSTOP')
    await startWorker()
    // If the worker stopped inside a transaction, PostgreSQL releases its lock first.
    expect(await waiter.wait(await loading, 2 * LONG_MS)).toBe(true)
    process.kill(frozen.pid, 'SIGCONT')
    expect(await waiter.wait(await log.load(5), LONG_MS)).toBe(true)
    await expectRowsToEqualTheFold()
  }, 120_000)

  it(
    'the worker settles abandoned receipts even while quota places cannot be settled',
    async () => {
      await startWorker()
      const wakeQueue = createWakeQueue(services.redisUrl, QUOTA_QUEUE)
      await pool.query(
        `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'too slow'; END $$`,
      )
      await pool.query(
        'CREATE TRIGGER refuse BEFORE DELETE ON quota_reservations FOR EACH STATEMENT EXECUTE FUNCTION refuse()',
      )
      try {
        await pool.query(
          `INSERT INTO receipts (business_id, receipt, award_id, stream, state, held_since, holds) VALUES ($1, 'A1', $2, $3, 'reserved', now() - interval '1 hour', 1)`,
          [BUSINESS, randomUUID(), accountStream(BUSINESS, 901)],
        )
        await wakeQueue.wake()
        await expect.poll(async () => (await pool.query('SELECT FROM receipts')).rowCount, { timeout: LONG_MS }).toBe(0)
      } finally {
        await pool.query('DROP TRIGGER refuse ON quota_reservations')
        await wakeQueue.close()
      }
    },
    2 * LONG_MS,
  )

  it('the worker rebuilds from the first position exactly what it wrote, byte for byte', async () => {
    await startWorker()
    expect(await waiter.wait(await log.award(101), LONG_MS)).toBe(true)
    const { generation: live } = await projectionStatus(pool)
    expect(await digestOfRebuild(pool, store)).toEqual(await digestGeneration(pool, live ?? 0, readModels))
  })

  it('the worker exits on request without leaving a half-done batch', async () => {
    const worker = await startWorker()
    const position = await log.load(5)
    await waiter.wait(position, LONG_MS)
    await worker.stop()
    expect(await worker.exited).toBe('Projection worker ended with code 0')
  })
})
