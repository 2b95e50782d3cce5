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

/** After a failover the server before may go on answering, as a replica that takes nothing: the address leads to another one by now. */
export const wasDemoted = (error: Error): boolean => error.message.startsWith('READONLY')

export type { Redis } from 'ioredis'
