/**
 * Shared by the contract tests, which run against the server of EVENTSTORE_URL or an embedded one, through the official
 * client, on streams of their own.
 * Tags mark tests that a real server may rightly fail:
 * - [$all] a secured server with default ACLs lets only administrators read `$all`.
 * - [cache] relies on the server's cache of recent IDs, lost by a restart or a change of leader.
 * - [limit] the size limit is configurable: 1 MiB in 24.10, more in 26.x.
 * - [time] depends on when the server checks the clock.
 */
import { randomUUID } from 'node:crypto'
import {
  type AllStreamSubscription,
  EventStoreDBClient,
  jsonEvent,
  type ResolvedEvent,
  type StreamSubscription,
} from '@eventstore/db-client'
import { type TestServices, testServices } from '../../testing/harness.ts'
import { waitUntil } from '../../testing/wait-until.ts'

export type Contract = {
  readonly url: string
  readonly client: EventStoreDBClient
  stream: (prefix?: string) => string
  start: () => Promise<void>
  end: () => Promise<void>
}

export function contractStore(): Contract {
  let services: TestServices | undefined
  let client: EventStoreDBClient | undefined
  return {
    get url() {
      return services?.eventStoreUrl ?? ''
    },
    get client() {
      if (!client) throw new Error('The store is not started yet')
      return client
    },
    stream: (prefix = 'contract') => `${prefix}-${randomUUID()}`,
    start: async () => {
      services = await testServices({ redis: false, migrate: false })
      client = EventStoreDBClient.connectionString(services.eventStoreUrl)
    },
    end: async () => {
      await client?.dispose()
      await services?.close()
    },
  }
}

export function event(
  value: unknown = 1,
  options: { id?: string; type?: string; metadata?: Record<string, unknown> } = {},
) {
  const { id = randomUUID(), type = 'Counted', metadata } = options
  return jsonEvent({ id, type, data: { value } as Record<string, unknown>, ...(metadata ? { metadata } : {}) })
}

export function events(count: number) {
  return Array.from({ length: count }, (_, index) => event(index))
}

export async function all(read: AsyncIterable<ResolvedEvent>): Promise<NonNullable<ResolvedEvent['event']>[]> {
  const found: NonNullable<ResolvedEvent['event']>[] = []
  for await (const resolved of read) if (resolved.event) found.push(resolved.event)
  return found
}

export function values(found: readonly { data: unknown }[]): unknown[] {
  return found.map(({ data }) => (data as { value: unknown }).value)
}

/** Returns the rejection. Throws if the promise resolves. */
export async function failure(promise: Promise<unknown>): Promise<Error & Record<string, unknown>> {
  const outcome = await promise.then(
    () => null,
    (error: unknown) => error,
  )
  if (outcome === null) throw new Error('This should have failed')
  return outcome as Error & Record<string, unknown>
}

/** Records a subscription's events, messages and errors. */
export function collect(subscription: AllStreamSubscription | StreamSubscription) {
  const seen: NonNullable<ResolvedEvent['event']>[] = []
  const words: string[] = []
  const errors: Error[] = []
  const source = subscription as StreamSubscription
  source.on('data', (resolved: ResolvedEvent) => {
    if (!resolved.event) return
    seen.push(resolved.event)
    words.push('event')
  })
  source.on('confirmation', () => void words.push('confirmation'))
  source.on('caughtUp', () => void words.push('caughtUp'))
  source.on('error', (error: Error) => void errors.push(error))
  return {
    seen,
    words,
    errors,
    confirmed: () => waitUntil('a confirmation', () => words.includes('confirmation')),
    caughtUp: (withinMs?: number) => waitUntil('caught up', () => words.includes('caughtUp'), withinMs),
    received: (count: number) => waitUntil(`${count} events`, () => seen.length >= count),
    failed: () => waitUntil('an error', () => errors[0]),
    end: () => subscription.unsubscribe(),
  }
}
