import { Redis } from 'ioredis'

/**
 * One connection for sessions, claims and rate limits. Auto-pipelining: what is asked in one turn of the event loop goes
 * out in one write (performance.md 4, technique 16). A command fails after a few tries rather than waiting for ever.
 */
export function createRedis(url: string): Redis {
  const redis = new Redis(url, { enableAutoPipelining: true, maxRetriesPerRequest: 2, connectTimeout: 5_000 })
  redis.on('error', () => {})
  return redis
}

export type { Redis } from 'ioredis'
