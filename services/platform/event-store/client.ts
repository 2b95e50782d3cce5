/** Holds the process's single official client and replaces it when it is stuck. */
import './closed-channels.ts'
import { EventStoreDBClient } from '@eventstore/db-client'
import { codeOf } from './classify.ts'
import { OutOfTime, settleInTime } from './settle-in-time.ts'

/** The features that a server reports. */
export type Capabilities = Awaited<EventStoreDBClient['capabilities']>

export interface ClientHolder {
  current(): EventStoreDBClient
  /** The server's features, requested once per connection. Rejects without an answer; the next client asks again. */
  capabilities(client: EventStoreDBClient): Promise<Capabilities>
  /** Replaces the client, which caches a failed feature look-up forever unless the failure was "unavailable". */
  renewIfStuck(client: EventStoreDBClient, error: unknown): void
  /**
   * Whether the client was disposed. Disposing cuts its reads off, so their results are incomplete although they end
   * normally.
   */
  isPutAway(client: EventStoreDBClient): boolean
  dispose(): Promise<void>
}

/**
 * The client's look-up of features has no deadline and would wait forever. The limit exceeds what a slow server takes,
 * because a new client ends the old one's calls in flight.
 */
const LOOK_UP_MS = 10_000

const CANCELLED = 1
const UNAVAILABLE = 14
/** After 10 s without traffic the client pings the server, which may take this long to answer. */
const KEEP_ALIVE_TIMEOUT_MS = 4_000

export function createClientHolder(url: string, { lookUpMs = LOOK_UP_MS }: { lookUpMs?: number } = {}): ClientHolder {
  const address = connectionString(url)
  let client = EventStoreDBClient.connectionString(address)
  const putAway = new WeakSet<EventStoreDBClient>()
  const lookUps = new WeakMap<Promise<Capabilities>, Promise<Capabilities>>()
  const putAwayNow = (one: EventStoreDBClient): Promise<void> => {
    putAway.add(one)
    return one.dispose()
  }
  const renewIfStuck = (failed: EventStoreDBClient, error: unknown): void => {
    const code = error instanceof Error ? codeOf(error) : undefined
    if (failed !== client || putAway.has(client) || code === CANCELLED || code === UNAVAILABLE) return
    client = EventStoreDBClient.connectionString(address)
    putAwayNow(failed).catch(() => {})
    // The client never closes its channel, and gRPC keeps open ones forever. There is no channel if no server was
    // found.
    if (code !== undefined || error instanceof OutOfTime)
      failed['getChannel']().then(
        (channel) => channel.close(),
        () => {},
      )
  }
  return {
    current: () => client,
    capabilities(asked) {
      const answer = asked['capabilities']
      const known = lookUps.get(answer)
      if (known) return known
      const lookUp = settleInTime(answer, lookUpMs)
      lookUps.set(answer, lookUp)
      lookUp.catch((error: unknown) => renewIfStuck(asked, error))
      return lookUp
    },
    renewIfStuck,
    isPutAway: (one) => putAway.has(one),
    dispose: () => putAwayNow(client),
  }
}

/**
 * Prepares EVENTSTORE_URL for the client. Throws for settings that the client would silently get wrong:
 * - credentials without TLS, which it drops;
 * - no exceptions on failed appends, with which it reports wrong revisions;
 * - a preference for followers, which lag behind.
 * Even with the leader preferred, the client keeps a follower if no leader is known while connecting, so every call
 * also requires the leader.
 */
export function connectionString(url: string): string {
  const address = url.trim().replace(/^kurrentdb(?=(\+discover)?:)/, 'esdb')
  const option = (name: string) => new RegExp(`[?&]${name}=([^&]*)`, 'i').exec(address)?.[1]
  if (option('tls') === 'false' && /^[^:]+:\/\/[^@/]*@/.test(address)) {
    throw new Error('EVENTSTORE_URL: credentials are not sent without TLS; remove them or tls=false')
  }
  if (option('throwOnAppendFailure') === 'false') throw new Error('EVENTSTORE_URL: throwOnAppendFailure must stay true')
  if (!['leader', undefined].includes(option('nodePreference')?.toLowerCase()))
    throw new Error('EVENTSTORE_URL: nodePreference must stay leader')
  if (option('keepAliveTimeout') !== undefined) return address
  return `${address}${address.includes('?') ? '&' : '?'}keepAliveTimeout=${KEEP_ALIVE_TIMEOUT_MS}`
}
