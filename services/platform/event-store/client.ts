/** The one client object of this process, and how it is made (eventstoredb.md 1.4, traps 2, 5 and 8). */
import './closed-channels.ts'
import { EventStoreDBClient } from '@eventstore/db-client'
import { codeOf } from './classify.ts'
import { OutOfTime, settleInTime } from './settle-in-time.ts'

/** What a server says that it can do. */
export type Capabilities = Awaited<EventStoreDBClient['capabilities']>

export interface ClientHolder {
  current(): EventStoreDBClient
  /** What the client's server can do: asked once for each connection. Rejects where it is not said, and then the next client asks anew. */
  capabilities(client: EventStoreDBClient): Promise<Capabilities>
  /** The client keeps a failed look-up of the server's features for ever, unless it failed as unavailable: start anew. */
  renewIfStuck(client: EventStoreDBClient, error: unknown): void
  /** A client that was put away has cut its reads off: what they came to is not all, though they end as if it were. */
  isPutAway(client: EventStoreDBClient): boolean
  dispose(): Promise<void>
}

/**
 * The client asks without a deadline (1.2) and waits for ever: a server that has not said by now what it can do never will. Longer than a
 * slow one takes, since a new client ends what the one before has under way.
 */
const LOOK_UP_MS = 10_000

const CANCELLED = 1
const UNAVAILABLE = 14
/** After 10 s without traffic the server is asked whether it lives; this long it may take to say so. */
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
    // The client itself never closes its channel, and gRPC keeps each that is open for ever. Where none was found there is none.
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
  if (!['leader', undefined].includes(option('nodePreference')?.toLowerCase()))
    throw new Error('EVENTSTORE_URL: nodePreference must stay leader')
  if (option('keepAliveTimeout') !== undefined) return address
  return `${address}${address.includes('?') ? '&' : '?'}keepAliveTimeout=${KEEP_ALIVE_TIMEOUT_MS}`
}
