import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRedis, type Redis } from '#platform/redis.ts'
import { testServices, type TestServices } from '../../infra/quality/harness.ts'
import { createClaimKey, type ClaimKey } from './key-claims.ts'

let services: TestServices
let redis: Redis
let claim: ClaimKey

beforeAll(async () => {
  services = await testServices({ redis: 'own', eventStore: false, migrate: false })
  redis = createRedis(services.redisUrl)
  claim = createClaimKey(redis)
})
afterAll(async () => {
  redis.disconnect()
  await services.close()
})

/** How many commands of a name Redis has carried out, by itself or for a script. */
async function callsOf(command: string): Promise<number> {
  const found = new RegExp(`cmdstat_${command}:calls=(\\d+)`).exec(await redis.info('commandstats'))
  return Number(found?.[1] ?? 0)
}

describe('claims on keys (decision 3, I5)', () => {
  it('the first print holds a key for a week; whoever comes later is told which one that was', async () => {
    const key = randomUUID()
    expect(await claim(key, 'tea')).toBeNull()
    expect(await claim(key, 'coffee')).toBe('tea')
    expect(await claim(key, 'tea')).toBe('tea')
    const week = 7 * 24 * 60 * 60
    expect(await redis.ttl(key)).toBeGreaterThan(week - 60)
    expect(await redis.ttl(key)).toBeLessThanOrEqual(week)
  })

  it('claims of one turn are one command, and each gets its own answer: of two on one key the second is told of the first', async () => {
    const [mine, yours, ours] = [randomUUID(), randomUUID(), randomUUID()]
    await claim(ours, 'before')
    const before = await callsOf('evalsha')
    const answers = await Promise.all([claim(mine, 'a'), claim(yours, 'b'), claim(mine, 'c'), claim(ours, 'd'), claim(mine, 'a')])
    expect(answers).toEqual([null, null, 'a', 'before', 'a'])
    expect((await callsOf('evalsha')) - before).toBe(1)
    expect(await redis.mget(mine, yours, ours)).toEqual(['a', 'b', 'before'])
  })

  it('holds as before where Redis has forgotten the script, and begins anew where it has forgotten everything (F27)', async () => {
    const key = randomUUID()
    await claim(key, 'first')
    await redis.script('FLUSH')
    expect(await claim(key, 'second')).toBe('first')
    await redis.flushall()
    expect(await claim(key, 'second')).toBeNull()
  })

  it('where Redis has no room, each of them is refused, and nobody is told that a key is his (F29)', async () => {
    await redis.config('SET', 'maxmemory', '1')
    const refused = await Promise.allSettled([claim(randomUUID(), 'a'), claim(randomUUID(), 'b')])
    await redis.config('SET', 'maxmemory', '0')
    expect(refused.map((each) => (each.status === 'rejected' ? String((each.reason as Error).message).slice(0, 4) : each.value))).toEqual(['OOM ', 'OOM '])
    expect(await claim(randomUUID(), 'c')).toBeNull()
  })
})
