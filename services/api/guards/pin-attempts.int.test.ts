import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRedis, type Redis } from '#platform/redis/redis.ts'
import { testServices, type TestServices } from '../../../infra/testing/harness.ts'
import { ApiError } from '../http/api-error.ts'
import { createPinAttempts } from './pin-attempts.ts'

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

const somebody = () => ({ tillId: randomUUID(), staffId: randomUUID() })
const attempts = () => createPinAttempts(redis, { enabled: true })
const outcome = (call: Promise<void>) =>
  call.then(
    () => 'checked',
    (error: unknown) => (error instanceof ApiError ? error.code : 'failed'),
  )
const lockOf = ({ tillId, staffId }: ReturnType<typeof somebody>) => `hatik:pin-locked:${tillId}:${staffId}`

it('checks five of any number of simultaneous PINs', async () => {
  const at = somebody()
  const outcomes = await Promise.all(Array.from({ length: 30 }, () => outcome(attempts().attempt(at))))
  expect(outcomes.filter((one) => one === 'checked')).toHaveLength(5)
  expect(outcomes.filter((one) => one === 'too_many_attempts')).toHaveLength(25)
})

it('locks for a minute after five wrong PINs, and for twice as long after each further five, up to a day', async () => {
  const at = somebody()
  const seconds: number[] = []
  for (let round = 0; round < 13; round += 1) {
    for (let pin = 0; pin < 5; pin += 1) await attempts().attempt(at)
    seconds.push(await redis.ttl(lockOf(at)))
    await redis.del(lockOf(at))
  }
  const wanted = Array.from({ length: 13 }, (_, round) => Math.min(86_400, 60 * 2 ** round))
  seconds.forEach((one, round) => {
    expect(one).toBeLessThanOrEqual(wanted[round]!)
    expect(one).toBeGreaterThan(wanted[round]! - 20)
  })
})

it('locks neither the person at another till nor another person at this till', async () => {
  const at = somebody()
  for (let pin = 0; pin < 5; pin += 1) await attempts().attempt(at)
  expect(await outcome(attempts().attempt(at))).toBe('too_many_attempts')
  expect(await outcome(attempts().attempt({ ...at, tillId: randomUUID() }))).toBe('checked')
  expect(await outcome(attempts().attempt({ ...at, staffId: randomUUID() }))).toBe('checked')
})

it('begins anew after the right PIN, also when it was the fifth', async () => {
  const at = somebody()
  for (let pin = 0; pin < 5; pin += 1) await attempts().attempt(at)
  await attempts().succeeded(at)
  for (let pin = 0; pin < 5; pin += 1) expect(await outcome(attempts().attempt(at))).toBe('checked')
})
