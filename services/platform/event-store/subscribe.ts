/**
 * A subscription that comes back (eventstoredb.md 1.4, trap 6): a call breaks once and is dead. This one begins
 * again, with growing pauses, after the last event that was handled; each event is handled before the next is taken.
 */
import type { ClientHolder } from './client.ts'
import type { LogEvent } from './log-reader.ts'
import { openRead } from './read/call.ts'
import type { LogPosition, ReadReply } from './read/reply.ts'
import { placeOf, subscriptionRequest, type LogPlace } from './read/request.ts'
import { logEvent } from './recorded-event.ts'
import { createBackoff, pause } from './settle-in-time.ts'

export type SubscriptionOptions = {
  /** Exclusive; null is the start of the log, 'end' what comes from now on. */
  after: bigint | null | 'end'
  prefixes: readonly string[]
  /** Awaited. Where it throws, the same event comes again after a pause: nothing is skipped. */
  onEvent(event: LogEvent): Promise<void> | void
  /** A position up to which everything was handed over, although its own event may be foreign. Awaited. */
  onCheckpoint?(position: bigint): Promise<void> | void
  /** Each time the server has accepted the subscription, the first time and after every break. */
  onConfirmed?(): void
  /** Why it broke, before it begins again. */
  onBreak?(error: unknown): void
}

export interface RunningSubscription {
  /** Resolves when the last handler has returned. */
  close(): Promise<void>
}

const MOST_BACKOFF_MS = 2_000
/** One that stood for as long did not break because it began: the next begins at once. */
const STEADY_MS = 5_000
/** Events considered between two checkpoints. */
const WINDOW = 32
const CHECKPOINT_WINDOWS = 32

export function subscribe(clients: ClientHolder, options: SubscriptionOptions): RunningSubscription {
  const ending = new AbortController()
  const backoff = createBackoff(MOST_BACKOFF_MS)
  let from = placeAfter(options.after)

  /** One life of a subscription. Rejects when it breaks, resolves when it is over; neither before the handler that runs has returned. */
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
        // What was sent before it has been handled: replies come in the server's order, and none while one is being handled.
        else if (reply.kind === 'checkpoint') handle(reply.position, options.onCheckpoint?.(reply.position.commit))
        else if (reply.kind === 'confirmation') {
          confirmedAt = performance.now()
          options.onConfirmed?.()
        }
      }

      /** `place`: from where on it goes on once this is handled. Of a checkpoint both halves as the server gave them: it may mean an event that is still to come. */
      function handle(place: LogPosition, handled: Promise<void> | void): void {
        if (handled) void untilHandled(place, handled)
        else goOnFrom(place)
      }

      /** The pauses grow as long as nothing comes of it: a server may accept each subscription and end it, and a handler fail on the same event again. */
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
