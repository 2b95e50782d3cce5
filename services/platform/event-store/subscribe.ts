/** A subscription that reconnects, with growing pauses, after the last handled event. Handles one event at a time. */
import type { ClientHolder } from './client.ts'
import type { LogEvent } from './log-reader.ts'
import { openRead } from './read/call.ts'
import type { LogPosition, ReadReply } from './codec/read-reply.ts'
import { placeOf, subscriptionRequest, type LogPlace } from './codec/read-request.ts'
import { logEvent } from './recorded-event.ts'
import { createBackoff, pause } from './settle-in-time.ts'

export type SubscriptionOptions = {
  /** Exclusive; null: log start; 'end': new events only. */
  after: bigint | null | 'end'
  prefixes: readonly string[]
  /** Awaited. If it throws, the event is redelivered after a pause. */
  onEvent(event: LogEvent): Promise<void> | void
  /** All matching events up to here were delivered. Awaited. */
  onCheckpoint?(position: bigint): Promise<void> | void
  /** Initially and after each break. */
  onConfirmed?(): void
  /** Before reconnecting. */
  onBreak?(error: unknown): void
}

export interface RunningSubscription {
  /** Waits for the running handler. */
  close(): Promise<void>
}

const MOST_BACKOFF_MS = 2_000
/** After this time the backoff resets. */
const STEADY_MS = 5_000
/** A checkpoint comes after WINDOW × CHECKPOINT_WINDOWS events. */
const WINDOW = 32
const CHECKPOINT_WINDOWS = 32

export function subscribe(clients: ClientHolder, options: SubscriptionOptions): RunningSubscription {
  const ending = new AbortController()
  const backoff = createBackoff(MOST_BACKOFF_MS)
  let from = placeAfter(options.after)

  /** One connection. Settles only after the running handler returned. */
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
        // Replies come in order, none during a handler, so earlier events are handled.
        else if (reply.kind === 'checkpoint') handle(reply.position, options.onCheckpoint?.(reply.position.commit))
        else if (reply.kind === 'confirmation') {
          confirmedAt = performance.now()
          options.onConfirmed?.()
        }
      }

      /**
       * `place`: where to resume. A checkpoint keeps both parts, because it may point before an event still to come.
       */
      function handle(place: LogPosition, handled: Promise<void> | void): void {
        if (handled) void untilHandled(place, handled)
        else goOnFrom(place)
      }

      /** Only progress resets the backoff: a server may end each subscription, or a handler fail repeatedly. */
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
