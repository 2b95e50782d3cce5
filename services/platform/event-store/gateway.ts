/**
 * Event store gateway; only this folder knows the official client. One per thread, because the client's appends share
 * one table among all clients.
 */
import { ACCOUNT_PREFIX } from '#contracts/events/ledger-events.ts'
import type { AppendOutcome, EventStore } from '#ledger/event-store.ts'
import { openLogReader } from './all-log-reader.ts'
import { append, ATTEMPT_MS, type AnyEventToAppend } from './append.ts'
import { createAppendLines } from './batch-append/line.ts'
import { isNoEventThere } from './classify.ts'
import { createClientHolder } from './client.ts'
import { listen, type ListenOptions } from './listen.ts'
import type { LogEvent, LogReader, StreamEvent } from './log-reader.ts'
import { readAll } from './read/read-all.ts'
import { readStream } from './read/read-stream.ts'
import type { ReadEvent } from './codec/read-reply.ts'
import { placeOf } from './codec/read-request.ts'
import { logEvent, positionOf } from './recorded-event.ts'
import { settleInTime } from './settle-in-time.ts'
import { subscribe, type RunningSubscription, type SubscriptionOptions } from './subscribe.ts'

export type { LogEvent, LogReader } from './log-reader.ts'
export type { RunningSubscription, SubscriptionOptions } from './subscribe.ts'

/** `version`: undefined until learned. */
export type StoreInfo = { reachable: boolean; version: string | undefined }

export type { AnyEventToAppend } from './append.ts'

export interface EventStoreGateway extends EventStore {
  readStream(...asked: Parameters<EventStore['readStream']>): Promise<StreamEvent[]>
  /** For the event outbox. Throws for an account's stream, which only the command handler writes. */
  appendOther(
    stream: string,
    expectedRevision: number,
    events: readonly AnyEventToAppend[],
    options: { deadlineAt: number },
  ): Promise<AppendOutcome>
  /** Connects, so that the first award does not wait. Throws if unreachable. */
  warmUp(waitMs?: number): Promise<void>
  openLogReader(prefixes?: readonly string[]): LogReader
  subscribe(options: SubscriptionOptions): RunningSubscription
  listen(onPosition: (position: bigint) => Promise<void> | void, options?: ListenOptions): RunningSubscription
  /** Undefined if no event is exactly here. Throws StoreUnavailable, or the store's own refusal. */
  eventAt(position: bigint): Promise<LogEvent | undefined>
  /** As `eventAt`, including the store's own events. */
  storedAt(position: bigint): Promise<Date | undefined>
  /** Includes the store's own events; null if the log is empty. Throws StoreUnavailable. */
  end(): Promise<bigint | null>
  info(waitMs?: number): Promise<StoreInfo>
  close(): Promise<void>
}

const WARM_UP_MS = 10_000
const INFO_MS = 1_000
const EVENT_AT_MS = 5_000
/** Disposing waits for calls in flight, perhaps forever. */
const CLOSE_MS = 2_000

export type GatewayOptions = {
  attemptMs?: number
  onWarning?: (message: string, error: unknown) => void
  /** A stuck client was replaced. */
  onRenewed?: () => void
  lookUpMs?: number
}

/** Throws for a URL with dangerous settings. Does not connect. */
export function createEventStoreGateway(
  url: string,
  { attemptMs = ATTEMPT_MS, onWarning = () => {}, ...ofClient }: GatewayOptions = {},
): EventStoreGateway {
  const clients = createClientHolder(url, ofClient)
  const lines = createAppendLines(clients, (error) =>
    onWarning('an unexpected reply of the event store was ignored', error),
  )
  let version: string | undefined

  async function learnVersion(waitMs: number): Promise<void> {
    const { serverVersion } = await settleInTime(clients.capabilities(clients.current()), waitMs)
    version = serverVersion
  }

  async function at<T>(position: bigint, convert: (event: ReadEvent) => T | undefined): Promise<T | undefined> {
    try {
      const [found] = await readAll(
        clients,
        { direction: 'forwards', from: placeOf(position), maxCount: 1, waitMs: EVENT_AT_MS },
        (event) => ({ place: positionOf(event), is: convert(event) }),
      )
      return found?.place === position ? found.is : undefined
    } catch (error) {
      // Other refusals say nothing about the event.
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
      // After a failover the first attempt only finds the connection dead.
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
