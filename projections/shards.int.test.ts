/** Several workers write shards of the read models, against the real store, Redis and PostgreSQL (decision 69). */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { createEventStoreGateway, type EventStoreGateway } from '#platform/event-store/gateway.ts'
import { createPool, type Pool } from '#platform/postgres/postgres.ts'
import type { Child } from '../infra/local/child.ts'
import { testServices, type TestServices } from '../infra/testing/harness.ts'
import { waitUntil } from '../infra/testing/wait-until.ts'
import { readModels } from './all.ts'
import { liveCheckpoint } from './runtime/catch-up/checkpoints.ts'
import { digestGeneration } from './runtime/generations/generations.ts'
import { listShards } from './runtime/shards/shards.ts'
import { createPositionWaiter, type PositionWaiter } from './runtime/wake/await-position.ts'
import { awardsInto, type AwardsInto } from './testing/awards.ts'
import { foldLog, readTables } from './testing/fold.ts'
import { digestOfRebuild, startProjectionWorker } from './testing/worker.ts'

const LONG_MS = 60_000

let services: TestServices
let store: EventStoreGateway
let pool: Pool
let waiter: PositionWaiter
let businesses: AwardsInto[]
const workers = new Set<Child>()

beforeAll(async () => {
  services = await testServices()
  store = createEventStoreGateway(services.eventStoreUrl)
  pool = createPool(services.databaseUrl, { max: 6, name: 'test' })
  waiter = createPositionWaiter({ databaseUrl: services.databaseUrl })
  businesses = [11, 12, 13, 14, 15, 16, 17].map((businessId) => awardsInto(store, businessId))
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

async function startWorker(shards: number): Promise<Child> {
  const worker = await startProjectionWorker(services, { PROJECTION_SHARDS: String(shards) })
  workers.add(worker)
  return worker
}

/** Awards to ten buyers of each business, all at once. Returns the highest position. */
async function load(count: number): Promise<bigint> {
  const positions = await Promise.all(businesses.map((business) => business.load(count)))
  return positions.reduce((a, b) => (a > b ? a : b))
}

const shardsNow = async () => listShards(pool, (await liveCheckpoint(pool))!.generation)

/** How many shards each worker holds, by the locks in PostgreSQL. */
async function held(): Promise<number[]> {
  const { rows } = await pool.query<{ shards: number }>(
    `SELECT count(*) FILTER (WHERE mode = 'ExclusiveLock') AS shards FROM pg_locks
     WHERE locktype = 'advisory' AND classid = 7301069 AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
     GROUP BY pid ORDER BY 1`,
  )
  return rows.map(({ shards }) => shards)
}

async function expectRowsOfOneWorker(): Promise<void> {
  expect(await readTables(pool)).toEqual(foldLog(await businesses[0]!.whole()))
  const { generation } = (await liveCheckpoint(pool))!
  expect(await digestGeneration(pool, generation, readModels)).toEqual(await digestOfRebuild(pool, store))
}

it('two workers share three shards, and the one that is left takes over those of a killed one', async () => {
  const one = await startWorker(3)
  await startWorker(3)
  await waitUntil('both have shards', async () => (await held()).join() === '1,2')
  const loading = load(30)
  await sleep(500)
  await one.kill()
  workers.delete(one)
  expect(await waiter.wait(await loading, LONG_MS)).toBe(true)
  expect((await shardsNow()).map(({ shards }) => shards)).toEqual([3, 3, 3])
  expect(await held()).toEqual([3])
  await expectRowsOfOneWorker()
})

it('a restart with another number of shards keeps the rows, also while a worker with the former one runs', async () => {
  await startWorker(1)
  expect(await waiter.wait(await load(2), LONG_MS)).toBe(true)
  expect(await shardsNow()).toEqual([])
  for (const shards of [2, 4]) {
    const loading = load(10)
    await startWorker(shards)
    await waitUntil('the read models are divided', async () => (await shardsNow()).length === shards)
    await loading
    expect(await waiter.wait(await load(3), LONG_MS)).toBe(true)
  }
  await expectRowsOfOneWorker()
})
