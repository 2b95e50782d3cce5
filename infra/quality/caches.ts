/** What each process of the API keeps in its memory for a second: sessions, the rows of users and businesses, lists, the terms of the plans. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'

const KEPT_MS = 1_100

/** Resolves once no process has anything in its memory that it has read before. */
export const cachesPass = () => sleep(KEPT_MS)

/** These sessions were last written so much earlier, and no process has them in its memory any more: the next call prolongs them. `name`: of one; default: all. */
export async function lastSeenBefore(redisUrl: string, ms: number, name = '*'): Promise<void> {
  const redis = new Redis(redisUrl)
  try {
    for (const key of await redis.keys(`hatik:session:${name}`)) {
      const record = JSON.parse((await redis.get(key)) ?? '') as { touchedAt: number }
      await redis.set(key, JSON.stringify({ ...record, touchedAt: record.touchedAt - ms }), 'KEEPTTL')
    }
  } finally {
    redis.disconnect()
  }
  await cachesPass()
}
