import { Redis } from 'ioredis'

/** After this silence the client reconnects. */
const SILENCE_MS = 2_000
/** Upper bound for any command, even on a dead connection. */
export const COMMAND_WAIT_MS = 3_000

/**
 * For sessions, claims, rate limits and publishing; subscribers need their own. Commands of one
 * event-loop tick share a write, and fail after a few seconds even on a silent connection.
 */
export function createRedis(url: string): Redis {
  const redis = new Redis(url, {
    enableAutoPipelining: true,
    maxRetriesPerRequest: 2,
    connectTimeout: 5_000,
    socketTimeout: SILENCE_MS,
    commandTimeout: COMMAND_WAIT_MS,
    reconnectOnError: wasDemoted,
  })
  redis.on('error', () => {})
  return redis
}

/** A restarted Redis is back sooner. */
const AWAY_AFTER_MS = 2_000

/**
 * Once down and once back, because waiting callers log nothing; ignores our own closing. `reason`: the last error, as
 * for a wrong password.
 */
export function tellWhenAway(
  redis: Pick<Redis, 'on'>,
  { away, back }: { away: (reason?: string) => void; back: () => void },
): void {
  let timer: NodeJS.Timeout | undefined
  let told = false
  let reason: string | undefined
  const dropTimer = () => {
    clearTimeout(timer)
    timer = undefined
  }
  redis.on('error', ({ message, code }: NodeJS.ErrnoException) => {
    reason = message || code
  })
  redis.on('close', () => {
    if (told) return
    timer ??= setTimeout(() => {
      told = true
      away(reason)
    }, AWAY_AFTER_MS).unref()
  })
  redis.on('ready', () => {
    dropTimer()
    reason = undefined
    if (told) back()
    told = false
  })
  redis.on('end', dropTimer)
}

/** After a failover the old server may answer as a read-only replica, while its address leads to another. */
export const wasDemoted = (error: Error): boolean => error.message.startsWith('READONLY')

export type { Redis } from 'ioredis'
