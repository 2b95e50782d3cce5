/** Holds the process's official client and replaces a stuck one. */
import './closed-channels.ts'
import { EventStoreDBClient } from '@eventstore/db-client'
import { codeOf } from './classify.ts'
import { OutOfTime, settleInTime } from './settle-in-time.ts'

export type Capabilities = Awaited<EventStoreDBClient['capabilities']>

export interface ClientHolder {
  current(): EventStoreDBClient
  /** Requested once per connection. Rejects without an answer. */
  capabilities(client: EventStoreDBClient): Promise<Capabilities>
  /** The client caches a failed feature look-up forever, unless "unavailable". */
  renewIfStuck(client: EventStoreDBClient, error: unknown): void
  /** Disposing cuts reads off: they end normally with incomplete results. */
  isPutAway(client: EventStoreDBClient): boolean
  dispose(): Promise<void>
}

/** The feature look-up has no deadline. Longer than a slow server takes, because a new client ends calls in flight. */
const LOOK_UP_MS = 10_000

const CANCELLED = 1
const UNAVAILABLE = 14
/** Time to answer the ping sent after 10 s of silence. */
const KEEP_ALIVE_TIMEOUT_MS = 4_000

export function createClientHolder(
  url: string,
  { lookUpMs = LOOK_UP_MS, onRenewed = () => {} }: { lookUpMs?: number; onRenewed?: () => void } = {},
): ClientHolder {
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
    onRenewed()
    putAwayNow(failed).catch(() => {})
    // Neither client nor gRPC closes the channel. Without a discovered server there is none.
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
 * Throws for settings that the client silently gets wrong:
 * - credentials without TLS, which it drops;
 * - no exceptions on failed appends: it reports wrong revisions;
 * - a preference for followers, which lag.
 * Every call also requires the leader, because the client keeps a follower if no leader is known yet.
 */
export function connectionString(url: string): string {
  const address = url.trim().replace(/^kurrentdb(?=(\+discover)?:)/, 'esdb')
  const option = (name: string) => new RegExp(`[?&]${name}=([^&]*)`, 'i').exec(address)?.[1]
  if (option('tls') === 'false' && /^[^:]+:\/\/[^@/]*@/.test(address)) {
    throw new Error('EVENTSTORE_URL: credentials are never sent without TLS; remove them or tls=false')
  }
  if (option('throwOnAppendFailure') === 'false') throw new Error('EVENTSTORE_URL: throwOnAppendFailure must stay true')
  if (!['leader', undefined].includes(option('nodePreference')?.toLowerCase()))
    throw new Error('EVENTSTORE_URL: nodePreference must stay leader')
  if (option('keepAliveTimeout') !== undefined) return address
  return `${address}${address.includes('?') ? '&' : '?'}keepAliveTimeout=${KEEP_ALIVE_TIMEOUT_MS}`
}
