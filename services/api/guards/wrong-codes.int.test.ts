import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createRedis, type Redis } from '#platform/redis/redis.ts'
import { testServices, type TestServices } from '../../../infra/testing/harness.ts'
import { createWrongCodes } from './wrong-codes.ts'

let services: TestServices
let redis: Redis
beforeAll(async () => {
  services = await testServices({ eventStore: false })
  redis = createRedis(services.redisUrl)
})
afterAll(async () => {
  redis?.disconnect()
  await services?.close()
})

it('a failed lookup does not count and releases its slot: an outage locks no till out (H15)', async () => {
  const codes = createWrongCodes(redis, { enabled: true })
  const fails = () => codes.look(7, () => Promise.reject(new Error('the database is away')))
  for (let look = 0; look < 12; look += 1) await expect(fails()).rejects.toThrow('the database is away')
  expect(await codes.look(7, async () => 'found')).toBe('found')
})

it('a process that dies during a lookup holds its slot for twenty seconds at most (H15)', async () => {
  const codes = createWrongCodes(redis, { enabled: true })
  void codes.look(8, () => new Promise<undefined>(() => {}))
  await expect.poll(() => redis.get('hatik:codes-looked-at:8')).toBe('1')
  const seconds = await redis.ttl('hatik:codes-looked-at:8')
  expect(seconds > 0 && seconds <= 20).toBe(true)
})

it('setting the clock back by an hour does not lengthen the wait for a slot', async () => {
  const codes = createWrongCodes(redis, { enabled: true })
  for (let look = 0; look < 10; look += 1) void codes.look(9, () => new Promise<undefined>(() => {}))
  await expect.poll(() => redis.get('hatik:codes-looked-at:9')).toBe('10')
  const waiting = codes.look(9, async () => 'found')
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 })
  try {
    await expect(waiting).rejects.toMatchObject({ code: 'busy' })
  } finally {
    vi.useRealTimers()
  }
})
