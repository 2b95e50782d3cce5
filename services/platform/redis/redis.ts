import { Redis } from 'ioredis'

/** A Redis that says nothing for this long has gone, or the way to it has: the connection is made anew. */
const SILENCE_MS = 2_000
/** No caller waits longer for a command, whatever becomes of its connection. */
export const COMMAND_WAIT_MS = 3_000

/**
 * One connection for sessions, claims, rate limits, kept answers and the publishing of what moved; who subscribes to what moved needs one of
 * its own for that. Auto-pipelining: what is asked in one turn of the event loop goes out in one write (performance.md 4, technique 16). A
 * command fails after a few tries and a few seconds rather than waiting for ever, also where Redis takes the connection and never answers.
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

/** A Redis that is started again is back sooner, and nobody has to hear of it. */
const AWAY_AFTER_MS = 2_000

/**
 * Says once that Redis is away, and once that it is back: what waits for it waits without a word, and whoever reads the log has to know what for.
 * A connection that we end ourselves is no such thing. `reason`: what the connection said last; a wrong password looks like no Redis at all otherwise.
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

/** After a failover the server before may go on answering, as a replica that takes nothing: the address leads to another one by now. */
export const wasDemoted = (error: Error): boolean => error.message.startsWith('READONLY')

export type { Redis } from 'ioredis'
