/** The one client object of this process, and how it is made (eventstoredb.md 1.4, traps 2, 5 and 8). */
import { EventStoreDBClient } from '@eventstore/db-client'
import { codeOf } from './classify.ts'

export interface ClientHolder {
  current(): EventStoreDBClient
  /** The client keeps a failed look-up of the server's features for ever, unless it failed as unavailable: start anew. */
  renewIfStuck(client: EventStoreDBClient, error: unknown): void
  /** A client that was put away has cut its reads off: what they came to is not all, though they end as if it were. */
  isPutAway(client: EventStoreDBClient): boolean
  dispose(): Promise<void>
}

const CANCELLED = 1
const UNAVAILABLE = 14
/** After 10 s without traffic the server is asked whether it lives; this long it may take to say so. */
const KEEP_ALIVE_TIMEOUT_MS = 4_000

export function createClientHolder(url: string): ClientHolder {
  const address = connectionString(url)
  let client = EventStoreDBClient.connectionString(address)
  const putAway = new WeakSet<EventStoreDBClient>()
  const putAwayNow = (one: EventStoreDBClient): Promise<void> => {
    putAway.add(one)
    return one.dispose()
  }
  return {
    current: () => client,
    renewIfStuck(failed, error) {
      const code = error instanceof Error ? codeOf(error) : undefined
      if (failed !== client || code === CANCELLED || code === UNAVAILABLE) return
      client = EventStoreDBClient.connectionString(address)
      putAwayNow(failed).catch(() => {})
    },
    isPutAway: (one) => putAway.has(one),
    dispose: () => putAwayNow(client),
  }
}

/**
 * The URL as the client must have it. Throws for settings that it would take in silence and that would be wrong: credentials
 * without TLS are dropped by it, without exceptions on failed appends it reports wrong revisions, and a follower is behind. To prefer the leader
 * is not enough: where none is known while it connects, it takes a follower and stays there. So every call asks for the leader, too.
 */
export function connectionString(url: string): string {
  const address = url.trim().replace(/^kurrentdb(?=(\+discover)?:)/, 'esdb')
  const option = (name: string) => new RegExp(`[?&]${name}=([^&]*)`, 'i').exec(address)?.[1]
  if (option('tls') === 'false' && /^[^:]+:\/\/[^@/]*@/.test(address)) {
    throw new Error('EVENTSTORE_URL: credentials are not sent without TLS; remove them or tls=false')
  }
  if (option('throwOnAppendFailure') === 'false') throw new Error('EVENTSTORE_URL: throwOnAppendFailure must stay true')
  if (!['leader', undefined].includes(option('nodePreference')?.toLowerCase())) throw new Error('EVENTSTORE_URL: nodePreference must stay leader')
  if (option('keepAliveTimeout') !== undefined) return address
  return `${address}${address.includes('?') ? '&' : '?'}keepAliveTimeout=${KEEP_ALIVE_TIMEOUT_MS}`
}
