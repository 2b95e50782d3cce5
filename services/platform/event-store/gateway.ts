/**
 * The gateway to the event store. Only this folder knows the official client, and it works with any server that
 * EVENTSTORE_URL names. Create one gateway per thread: each has its own connection and calls, while the official
 * client's appends would share one table among all clients.
 */
import { ACCOUNT_PREFIX } from '#contracts/events/ledger-events.ts'
import type { AppendOutcome, EventStore } from '#ledger/event-store.ts'
import { openLogReader } from './all-log-reader.ts'
import { append, ATTEMPT_MS, type AnyEventToAppend } from './append.ts'
import { createAppendLines } from './batch-append/line.ts'
import { isNoEventThere } from './classify.ts'
import { createClientHolder } from './client.ts'
import { listen, type ListenOptions } from './listen.ts'
import type { LogEvent, LogReader } from './log-reader.ts'
import { readAll } from './read/read-all.ts'
import { readStream } from './read/read-stream.ts'
import type { ReadEvent } from './read/reply.ts'
import { placeOf } from './read/request.ts'
import { logEvent, positionOf } from './recorded-event.ts'
import { settleInTime } from './settle-in-time.ts'
import { subscribe, type RunningSubscription, type SubscriptionOptions } from './subscribe.ts'

export type { LogEvent, LogReader } from './log-reader.ts'
export type { RunningSubscription, SubscriptionOptions } from './subscribe.ts'

/** `version`: the server's version; undefined until first learned. */
export type StoreInfo = { reachable: boolean; version: string | undefined }

export type { AnyEventToAppend } from './append.ts'

export interface EventStoreGateway extends EventStore {
  /**
   * `append` for every stream that is not an account's, used by the event outbox. Throws for an account's stream,
   * because only the ledger's command handler writes those.
   */
  appendOther(
    stream: string,
    expectedRevision: number,
    events: readonly AnyEventToAppend[],
    options: { deadlineAt: number },
  ): Promise<AppendOutcome>
  /**
   * Connects and learns the server's features, so that the first award does not wait. Throws if the store is
   * unreachable.
   */
  warmUp(waitMs?: number): Promise<void>
  openLogReader(prefixes?: readonly string[]): LogReader
  subscribe(options: SubscriptionOptions): RunningSubscription
  listen(onPosition: (position: bigint) => Promise<void> | void, options?: ListenOptions): RunningSubscription
  /**
   * The event at exactly this commit position; undefined if none. Throws StoreUnavailable, or the store's own error if
   * it refuses.
   */
  eventAt(position: bigint): Promise<LogEvent | undefined>
  /**
   * When the event at exactly this commit position was stored, the store's own events included. Otherwise as `eventAt`.
   */
  storedAt(position: bigint): Promise<Date | undefined>
  /**
   * The position of the log's last event, the store's own included; null if the log is empty. Throws StoreUnavailable.
   */
  end(): Promise<bigint | null>
  info(waitMs?: number): Promise<StoreInfo>
  close(): Promise<void>
}

const WARM_UP_MS = 10_000
const INFO_MS = 1_000
const EVENT_AT_MS = 5_000
/** Disposing waits for calls in flight, which may never end if the server is in trouble. */
const CLOSE_MS = 2_000

/** Throws for a URL whose settings would silently be wrong. Does not connect yet. */
export function createEventStoreGateway(
  url: string,
  {
    attemptMs = ATTEMPT_MS,
    onWarning = () => {},
    lookUpMs,
  }: { attemptMs?: number; onWarning?: (message: string, error: unknown) => void; lookUpMs?: number } = {},
): EventStoreGateway {
  const clients = createClientHolder(url, lookUpMs === undefined ? {} : { lookUpMs })
  const lines = createAppendLines(clients, (error) =>
    onWarning('A reply of the event store could not be matched and was ignored', error),
  )
  let version: string | undefined

  async function learnVersion(waitMs: number): Promise<void> {
    const { serverVersion } = await settleInTime(clients.capabilities(clients.current()), waitMs)
    version = serverVersion
  }

  /** The converted event at exactly this position. */
  async function at<T>(position: bigint, convert: (event: ReadEvent) => T | undefined): Promise<T | undefined> {
    try {
      const [found] = await readAll(
        clients,
        { direction: 'forwards', from: placeOf(position), maxCount: 1, waitMs: EVENT_AT_MS },
        (event) => ({ place: positionOf(event), is: convert(event) }),
      )
      return found?.place === position ? found.is : undefined
    } catch (error) {
      // Any other refusal says nothing about the event.
      if (isNoEventThere(error)) return undefined
      throw error
    }
  }

  return {
    append: (stream, expectedRevision, events, { deadlineAt }) =>
      append({ clients, lines }, stream, expectedRevision, events, { deadlineAt, attemptMs }),
    appendOther: async (stream, expectedRevision, events, { deadlineAt }) => {
      if (stream.startsWith(ACCOUNT_PREFIX)) throw new Error(`Only the ledger writes to ${stream}`)
      return append({ clients, lines }, stream, expectedRevision, events, { deadlineAt, attemptMs })
    },
    readStream: (stream, fromRevision, options) => readStream(clients, stream, fromRevision, options),
    warmUp: async (waitMs = WARM_UP_MS) => {
      await learnVersion(waitMs)
    },
    openLogReader: (prefixes = [ACCOUNT_PREFIX]) => openLogReader(clients, prefixes),
    subscribe: (options) => subscribe(clients, options),
    listen: (onPosition, { prefixes = [ACCOUNT_PREFIX], ...options } = {}) =>
      listen(clients, onPosition, { prefixes, ...options }),
    eventAt: (position) => at(position, logEvent),
    storedAt: (position) => at(position, ({ storedAt }) => storedAt),
    end: async () => {
      const [position] = await readAll(
        clients,
        { direction: 'backwards', from: 'end', maxCount: 1, waitMs: EVENT_AT_MS },
        positionOf,
      )
      return position ?? null
    },
    info: async (waitMs = INFO_MS) => {
      const deadlineAt = performance.now() + waitMs
      // Two attempts: after a failover the first only discovers that its connection is dead.
      for (let tries = 0; tries < 2 && performance.now() < deadlineAt; tries += 1) {
        try {
          await learnVersion(deadlineAt - performance.now())
          await readAll(
            clients,
            { direction: 'backwards', from: 'end', maxCount: 1, waitMs: deadlineAt - performance.now() },
            () => true,
          )
          return { reachable: true, version }
        } catch {
          continue
        }
      }
      return { reachable: false, version }
    },
    close: () => settleInTime(clients.dispose(), CLOSE_MS).catch(() => {}),
  }
}
