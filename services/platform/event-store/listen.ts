/** The bell's ear: it holds no state, and tells only how far the log has grown (design.md 3). */
import type { ClientHolder } from './client.ts'
import { openLogReader } from './all-log-reader.ts'
import type { LogEvent } from './log-reader.ts'
import { subscribe, type RunningSubscription } from './subscribe.ts'

export type ListenOptions = { prefixes?: readonly string[]; onEvent?: (event: LogEvent) => void; onConfirmed?: () => void; onBreak?: (error: unknown) => void }

/**
 * Calls back with the position of the newest event of the followed streams: at the start, whenever events have come (several
 * at once are one call), and after every break of the connection. A call that is still running is not overlapped. `onEvent` is given
 * each event before that, in the log's order and, from the first one on, without a gap. `onConfirmed`: the server has accepted the subscription, at
 * first and after every break.
 */
export function listen(
  clients: ClientHolder,
  onPosition: (position: bigint) => Promise<void> | void,
  { prefixes, onEvent, onConfirmed, onBreak }: ListenOptions & { prefixes: readonly string[] },
): RunningSubscription {
  const log = openLogReader(clients, prefixes)
  let latest: bigint | undefined
  let told: bigint | undefined
  let telling: Promise<void> | undefined

  async function tell(): Promise<void> {
    await Promise.resolve()
    while (latest !== undefined && latest !== told) {
      told = latest
      try {
        await onPosition(told)
      } catch (error) {
        onBreak?.(error)
      }
    }
    telling = undefined
  }

  function heard(position: bigint | null): void {
    if (position === null || (latest !== undefined && position <= latest)) return
    latest = position
    telling ??= tell()
  }

  const subscription = subscribe(clients, {
    after: 'end',
    prefixes,
    onEvent(event) {
      onEvent?.(event)
      heard(event.position)
    },
    // What was written before the subscription stood, or while it was broken, is not in it.
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
      await telling
    },
  }
}
