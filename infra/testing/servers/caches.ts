/** What each process of the API keeps in its memory for a second: sessions, the rows of users and businesses, lists, the terms of the plans. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'

const KEPT_MS = 1_100

/** Resolves once no process has anything in its memory that it has read before. */
export const cachesPass = () => sleep(KEPT_MS)

/** These sessions were last written so much earlier, and no process has them in its memory any more: the next call prolongs them. `name`: of one; default: all. */
export const lastSeenBefore = (redisUrl: string, ms: number, name = '*'): Promise<void> =>
  earlier(redisUrl, 'touchedAt', ms, name)

/** The same, of when they were signed in. */
export const signedInBefore = (redisUrl: string, ms: number, name = '*'): Promise<void> =>
  earlier(redisUrl, 'signedInAt', ms, name)

/** The same, of when they proved their password. */
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
