/** Subscription behind the wake-up; reports only how far the log has grown. */
import { coalesce } from '../process/coalesce.ts'
import type { ClientHolder } from './client.ts'
import { openLogReader } from './all-log-reader.ts'
import type { LogEvent } from './log-reader.ts'
import { subscribe, type RunningSubscription } from './subscribe.ts'

export type ListenOptions = {
  prefixes?: readonly string[]
  onEvent?: (event: LogEvent) => void
  onConfirmed?: () => void
  onBreak?: (error: unknown) => void
}

/**
 * Calls `onPosition`, never overlapping, with the newest position: at the start, after new events, after reconnecting.
 * - `onEvent`: each event before that, in order and without gaps.
 * - `onConfirmed`: the server accepted the subscription, also after a break.
 */
export function listen(
  clients: ClientHolder,
  onPosition: (position: bigint) => Promise<void> | void,
  { prefixes, onEvent, onConfirmed, onBreak }: ListenOptions & { prefixes: readonly string[] },
): RunningSubscription {
  const log = openLogReader(clients, prefixes)
  let latest: bigint | undefined
  let told: bigint | undefined

  const telling = coalesce(async () => {
    if (latest === undefined || latest === told) return
    told = latest
    try {
      await onPosition(told)
    } catch (error) {
      onBreak?.(error)
    }
  })

  function heard(position: bigint | null): void {
    if (position === null || (latest !== undefined && position <= latest)) return
    latest = position
    void telling.run()
  }

  const subscription = subscribe(clients, {
    after: 'end',
    prefixes,
    onEvent(event) {
      onEvent?.(event)
      heard(event.position)
    },
    // Covers events before the subscription, or during a break.
    onConfirmed: () => {
      onConfirmed?.()
      void log.head().then(heard, (error: unknown) => onBreak?.(error))
    },
    ...(onBreak ? { onBreak } : {}),
  })
  return {
    close: async () => {
      await subscription.close()
      await log.close()
      await telling.ended()
    },
  }
}
