/**
 * A subscription that comes back (eventstoredb.md 1.4, trap 6): the client's emits one error and is dead. This one begins
 * again, with growing pauses, after the last event that was handled; each event is handled before the next is taken.
 */
import { END, START, streamNameFilter, type ReadPosition } from '@eventstore/db-client'
import type { ClientHolder } from './client.ts'
import type { LogEvent } from './log-reader.ts'
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
/** Events considered between two checkpoints. */
const WINDOW = 32
const CHECKPOINT_WINDOWS = 32

export function subscribe(clients: ClientHolder, options: SubscriptionOptions): RunningSubscription {
  const ending = new AbortController()
  const backoff = createBackoff(MOST_BACKOFF_MS)
  let from = readPosition(options.after)

  /** One life of the client's subscription. Rejects when it breaks, resolves when it is over. */
  function once(): Promise<void> {
    return new Promise((resolve, reject) => {
      let handling = false
      const subscription = clients.current().subscribeToAll({
        fromPosition: from,
        requiresLeader: true,
        filter: streamNameFilter({
          prefixes: [...options.prefixes],
          maxSearchWindow: WINDOW,
          checkpointInterval: CHECKPOINT_WINDOWS,
          checkpointReached: async (_subscription, checkpoint) => {
            // Events sent before it may still wait to be handled: only where none does is the checkpoint true.
            if (handling || subscription.readableLength > 0 || ending.signal.aborted) return
            // Both halves as the server gave them: it may mean the place of an event that is still to come, which another prepare would skip.
            from = checkpoint
            await options.onCheckpoint?.(checkpoint.commit)
          },
        }),
      })

      function handle(event: LogEvent): void {
        try {
          const handled = options.onEvent(event)
          if (handled) void untilHandled(event, handled)
          else from = readPosition(event.position)
        } catch (error) {
          // Not handled: a checkpoint that is on its way already does not count.
          handling = true
          finish(error)
        }
      }

      async function untilHandled({ position }: LogEvent, handled: Promise<void>): Promise<void> {
        handling = true
        subscription.pause()
        try {
          await handled
          from = readPosition(position)
          handling = false
          if (ending.signal.aborted) finish()
          else subscription.resume()
        } catch (error) {
          finish(error)
        }
      }

      function finish(error?: unknown): void {
        ending.signal.removeEventListener('abort', abort)
        subscription.pause()
        subscription.unsubscribe().catch(() => {})
        if (error === undefined) resolve()
        else reject(error instanceof Error ? error : new Error(String(error)))
      }

      function abort(): void {
        if (!handling) finish()
      }

      ending.signal.addEventListener('abort', abort)
      // For ever: an 'error' that nobody hears ends the process.
      subscription.on('error', finish)
      subscription.on('end', () => finish(new Error('The server ended the subscription')))
      subscription.on('confirmation', () => {
        backoff.reset()
        options.onConfirmed?.()
      })
      subscription.on('data', (resolved) => {
        const event = logEvent(resolved)
        if (event && !ending.signal.aborted) handle(event)
      })
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

function readPosition(after: bigint | null | 'end'): ReadPosition {
  if (after === 'end') return END
  return after === null ? START : { commit: after, prepare: after }
}
