/** Waits for caches of API processes: sessions, users, businesses, lists and plan terms are cached for a second. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'

const KEPT_MS = 1_100

/** Resolves once all caches have expired. */
export const cachesPass = () => sleep(KEPT_MS)

/** Backdates sessions, so that the next call prolongs them. `name`: of one session; default: all. */
export const lastSeenBefore = (redisUrl: string, ms: number, name = '*'): Promise<void> =>
  earlier(redisUrl, 'touchedAt', ms, name)

/** Backdates the sign-in. */
export const signedInBefore = (redisUrl: string, ms: number, name = '*'): Promise<void> =>
  earlier(redisUrl, 'signedInAt', ms, name)

/** Backdates the password confirmation. */
export const confirmedBefore = (redisUrl: string, ms: number): Promise<void> =>
  earlier(redisUrl, 'confirmedAtMs', ms, '*')

async function earlier(
  redisUrl: string,
  field: 'confirmedAtMs' | 'signedInAt' | 'touchedAt',
  ms: number,
  name: string,
): Promise<void> {
  const redis = new Redis(redisUrl)
  try {
    for (const key of await redis.keys(`hatik:session:${name}`)) {
      const record = JSON.parse((await redis.get(key)) ?? '') as Record<typeof field, number>
      await redis.set(key, JSON.stringify({ ...record, [field]: record[field] - ms }), 'KEEPTTL')
    }
  } finally {
    redis.disconnect()
  }
  await cachesPass()
}
