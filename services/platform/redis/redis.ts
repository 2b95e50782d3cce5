import { Redis } from 'ioredis'

/** After this silence Redis or the network is gone, so the client reconnects. */
const SILENCE_MS = 2_000
/** No caller waits longer for a command, whatever happens to its connection. */
export const COMMAND_WAIT_MS = 3_000

/**
 * One connection for sessions, claims, rate limits, replayed responses and publishing account updates; subscribers need
 * their own. Commands of one event-loop tick share one write, and each fails after a few seconds, even if Redis accepts
 * the connection and never answers.
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

/** A restarted Redis is back sooner, which needs no log line. */
const AWAY_AFTER_MS = 2_000

/**
 * Reports once that Redis is unavailable and once that it is back, because waiting callers log nothing; ignores
 * connections that we close. `reason`: the last connection error, which reveals a wrong password, for example.
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

/**
 * After a failover the old server may keep answering as a read-only replica, while its address already leads to another
 * server.
 */
export const wasDemoted = (error: Error): boolean => error.message.startsWith('READONLY')

export type { Redis } from 'ioredis'
