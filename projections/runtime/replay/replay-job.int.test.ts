import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPool, type Pool } from '#platform/postgres/postgres.ts'
import { testServices, type TestServices } from '../../../infra/testing/harness.ts'
import { waitUntil } from '../../../infra/testing/wait-until.ts'
import { readModels } from '../../all.ts'
import { arrayLog } from '../../testing/history.ts'
import { createReplayJob } from './replay-job.ts'

let services: TestServices
let pool: Pool

beforeAll(async () => {
  services = await testServices({ eventStore: false, redis: 'own' })
  pool = createPool(services.databaseUrl, { max: 1, name: 'test' })
})
afterAll(async () => {
  await pool?.end()
  await services?.close()
})

it('reports a replay that exceeds its time', async () => {
  const longMs = 1_000
  const told: number[] = []
  const failed: unknown[] = []
  const nobody = (): never => expect.unreachable()
  const job = createReplayJob({
    databaseUrl: services.databaseUrl,
    redisUrl: services.redisUrl,
    openLog: () => arrayLog([]),
    readModels,
    onBuild: nobody,
    onBuilt: nobody,
    onDropped: nobody,
    onSwitched: nobody,
    onLeftOver: nobody,
    onFailed: (error) => failed.push(error),
    onLong: (tookMs) => told.push(tookMs),
    longMs,
  })
  // The lock blocks reading the request, without an error.
  const holder = await pool.connect()
  try {
    await holder.query('BEGIN; LOCK TABLE replays IN ACCESS EXCLUSIVE MODE')
    job.start()
    await waitUntil('the replay is told of', () => told.length > 0)
    expect(told[0]).toBeGreaterThanOrEqual(longMs)
  } finally {
    await holder.query('ROLLBACK')
    holder.release()
    await job.close()
  }
  expect(failed).toEqual([])
})
