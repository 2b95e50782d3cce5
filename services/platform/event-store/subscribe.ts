/**
 * A subscription that reconnects: the client's own is dead after one break. It resumes, with growing pauses, after the
 * last handled event, and handles one event at a time.
 */
import type { ClientHolder } from './client.ts'
import type { LogEvent } from './log-reader.ts'
import { openRead } from './read/call.ts'
import type { LogPosition, ReadReply } from './read/reply.ts'
import { placeOf, subscriptionRequest, type LogPlace } from './read/request.ts'
import { logEvent } from './recorded-event.ts'
import { createBackoff, pause } from './settle-in-time.ts'

export type SubscriptionOptions = {
  /** Exclusive; null: from the start of the log; 'end': only new events. */
  after: bigint | null | 'end'
  prefixes: readonly string[]
  /** Awaited. If it throws, the same event comes again after a pause; none is skipped. */
  onEvent(event: LogEvent): Promise<void> | void
  /** A position up to which all matching events were delivered; its own event may be foreign. Awaited. */
  onCheckpoint?(position: bigint): Promise<void> | void
  /** Called whenever the server accepts the subscription: initially and after each break. */
  onConfirmed?(): void
  /** Called with the reason, before it reconnects. */
  onBreak?(error: unknown): void
}

export interface RunningSubscription {
  /** Resolves when the running handler has returned. */
  close(): Promise<void>
}

const MOST_BACKOFF_MS = 2_000
/** A subscription that lasted this long resets the backoff. */
const STEADY_MS = 5_000
/** The server sends a checkpoint after WINDOW × CHECKPOINT_WINDOWS events considered. */
const WINDOW = 32
const CHECKPOINT_WINDOWS = 32

export function subscribe(clients: ClientHolder, options: SubscriptionOptions): RunningSubscription {
  const ending = new AbortController()
  const backoff = createBackoff(MOST_BACKOFF_MS)
  let from = placeAfter(options.after)

  /**
   * One connection of the subscription. Rejects when it breaks, resolves when closed; neither before the running
   * handler returns.
   */
  function once(): Promise<void> {
    return new Promise((resolve, reject) => {
      let handling = false
      let confirmedAt = Infinity
      let over: { error: unknown } | undefined
      const filter = { prefixes: options.prefixes, window: WINDOW, checkpointWindows: CHECKPOINT_WINDOWS }
      const call = openRead(clients.current(), subscriptionRequest(from, filter), {
        onReply(reply) {
          try {
            hear(reply)
          } catch (error) {
            finish(error)
          }
        },
        onOver: (error) => finish(error ?? new Error('The server ended the subscription')),
      })
      const abort = (): void => finish()
      ending.signal.addEventListener('abort', abort)

      function hear(reply: ReadReply): void {
        if (reply.kind === 'event') {
          const event = logEvent(reply.event)
          if (event) handle(placeOf(event.position), options.onEvent(event))
        }
        // All earlier events are handled by now: replies come in order, and none while a handler runs.
        else if (reply.kind === 'checkpoint') handle(reply.position, options.onCheckpoint?.(reply.position.commit))
        else if (reply.kind === 'confirmation') {
          confirmedAt = performance.now()
          options.onConfirmed?.()
        }
      }

      /**
       * `place`: where to resume once this is handled. A checkpoint keeps both parts of its position, since it may
       * point before an event still to come.
       */
      function handle(place: LogPosition, handled: Promise<void> | void): void {
        if (handled) void untilHandled(place, handled)
        else goOnFrom(place)
      }

      /**
       * Only progress resets the backoff: a server may accept and end each subscription, or a handler fail on the same
       * event again.
       */
      function goOnFrom(place: LogPosition): void {
        from = place
        backoff.reset()
      }

      async function untilHandled(place: LogPosition, handled: Promise<void>): Promise<void> {
        handling = true
        call.pause()
        try {
          await handled
          goOnFrom(place)
        } catch (error) {
          finish(error)
        }
        handling = false
        if (over) settle(over)
        else call.resume()
      }

      function finish(error?: unknown): void {
        if (over) return
        over = { error }
        if (performance.now() - confirmedAt >= STEADY_MS) backoff.reset()
        ending.signal.removeEventListener('abort', abort)
        call.cancel()
        if (!handling) settle(over)
      }

      function settle({ error }: { error: unknown }): void {
        if (error === undefined) resolve()
        else reject(error instanceof Error ? error : new Error(String(error)))
      }
    })
  }

  async function run(): Promise<void> {
    while (!ending.signal.aborted) {
      try {
        await once()
      } catch (error) {
        if (!ending.signal.aborted) options.onBreak?.(error)
      }
      await pause(backoff.waitMs(), ending.signal)
    }
  }

  const running = run()
  return {
    close: async () => {
      ending.abort()
      await running
    },
  }
}

function placeAfter(after: bigint | null | 'end'): LogPlace {
  if (after === 'end') return 'end'
  return after === null ? 'start' : placeOf(after)
}
