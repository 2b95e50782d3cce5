/**
 * Two calls by one idempotency key. A refusal of one must not imply that the other failed: the person would start anew
 * and have the award or perk twice.
 */
import { randomUUID } from 'node:crypto'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CommandResult } from '#ledger/command-handler.ts'
import { createRedis, type Redis } from '#platform/redis/redis.ts'
import { testServices, type TestServices } from '../../../infra/testing/harness.ts'
import { createKeyClaims, type Claims } from './key-claims.ts'
import { keyOf } from './idempotency-key.ts'
import { errors } from '../plugins/errors.ts'

const USER = 7
const NOT_ENOUGH = { kind: 'refused', code: 'insufficient_points' } as CommandResult
const BUSY = { kind: 'refused', code: 'busy' } as CommandResult
const USED_OTHERWISE = { kind: 'refused', code: 'idempotency_key_reused' } as CommandResult
const DONE = { kind: 'done' } as CommandResult

let services: TestServices
let redis: Redis
let claims: Claims
beforeAll(async () => {
  services = await testServices({ eventStore: false })
  redis = createRedis(services.redisUrl)
  claims = createKeyClaims(redis)
})
afterAll(async () => {
  redis?.disconnect()
  await services?.close()
})

const app = Fastify()
void app.register(errors)
let carryOut: () => Promise<CommandResult> = async () => DONE
app.post('/write', async (request) => {
  const command = { userId: USER, key: keyOf(request), input: request.body, carryOut: () => carryOut() }
  return (await claims.run(command)).kind
})

/**
 * Resolves when the call reaches the ledger. The returned function ends the call and returns its error code, undefined
 * for a success.
 */
async function begin(key: string, body: object = {}): Promise<(result: CommandResult) => Promise<string | undefined>> {
  const ledger = Promise.withResolvers<CommandResult>()
  const begun = Promise.withResolvers<void>()
  carryOut = () => {
    begun.resolve()
    return ledger.promise
  }
  const answer = app.inject({ method: 'POST', url: '/write', headers: { 'idempotency-key': key }, body })
  await Promise.race([begun.promise, answer])
  return async (result) => {
    ledger.resolve(result)
    const { statusCode, body: text } = await answer
    return statusCode === 200 ? undefined : (JSON.parse(text) as { code: string }).code
  }
}

const isUnderWay = (key: string) => claims.isUnderWay(USER, key)

it('a refused call frees its key at once; a successful one keeps it reserved', async () => {
  const [refused, done] = [randomUUID(), randomUUID()]
  expect(await isUnderWay(refused)).toBe(false)
  const first = await begin(refused)
  expect(await isUnderWay(refused)).toBe(true)
  expect(await first(NOT_ENOUGH)).toBe('insufficient_points')
  expect(await isUnderWay(refused)).toBe(false)
  expect(await (await begin(done))(DONE)).toBeUndefined()
  expect(await isUnderWay(done)).toBe(true)
})

it('a late refusal of the first call leaves the key with the second', async () => {
  const key = randomUUID()
  const first = await begin(key)
  const second = await begin(key)
  expect(await first(NOT_ENOUGH)).toBe('insufficient_points')
  expect(await isUnderWay(key)).toBe(true)
  expect(await second(DONE)).toBeUndefined()
})

it('a refused second call gets outcome_unknown each time, because the first may still succeed', async () => {
  const key = randomUUID()
  const first = await begin(key)
  for (let time = 0; time < 2; time += 1) {
    expect(await (await begin(key))(NOT_ENOUGH)).toBe('outcome_unknown')
    expect(await isUnderWay(key)).toBe(true)
  }
  // BUSY says nothing about the first call; the key is retried anyway.
  expect(await (await begin(key))(BUSY)).toBe('busy')
  expect(await first(DONE)).toBeUndefined()
})

it('a refused key is kept for 15 minutes only: a week of free refusals would fill Redis', async () => {
  const secondsLeft = async (key: string, result: CommandResult) => {
    const before = new Set(await redis.keys('hatik:key:*'))
    await (
      await begin(key)
    )(result)
    const [made] = (await redis.keys('hatik:key:*')).filter((name) => !before.has(name))
    return {
      now: await redis.ttl(made!),
      afterAnother: async () => (await (await begin(key))(NOT_ENOUGH), redis.ttl(made!)),
    }
  }
  const refused = await secondsLeft(randomUUID(), NOT_ENOUGH)
  expect(refused.now).toBeGreaterThan(600)
  expect(refused.now).toBeLessThanOrEqual(900)
  expect(await refused.afterAnother()).toBeLessThanOrEqual(900)
  for (const result of [DONE, BUSY])
    expect((await secondsLeft(randomUUID(), result)).now).toBeGreaterThan(6 * 24 * 60 * 60)
})

it('a key refused as reused is free again only if the refused call was the first by it', async () => {
  const [forgotten, known] = [randomUUID(), randomUUID()]
  expect(await (await begin(forgotten, { what: 'another' }))(USED_OTHERWISE)).toBe('idempotency_key_reused')
  expect(await (await begin(forgotten, { what: 'the first' }))(DONE)).toBeUndefined()
  expect(await (await begin(known, { what: 'the first' }))(DONE)).toBeUndefined()
  expect(await (await begin(known, { what: 'the first' }))(USED_OTHERWISE)).toBe('idempotency_key_reused')
  expect(await (await begin(known, { what: 'another' }))(DONE)).toBe('idempotency_key_reused')
})
