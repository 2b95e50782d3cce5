import type { AppendOutcome, EventStore, EventToAppend } from '#ledger/event-store.ts'
import { epochMs, type TraceOf } from '../traces/trace-ids.ts'

/** Plain data, because it crosses threads. `traced`: set if the append holds commands of recorded traces. */
export type AppendSample = {
  outcome: AppendOutcome['kind'] | 'failed'
  seconds: number
  events: number
  traced?: { endedAt: number; commands: { commandId: string; traceId: string }[] }
}

export function measuredAppends<Store extends EventStore>(
  store: Store,
  onAppend: (sample: AppendSample) => void,
  traceOf?: TraceOf,
): Store {
  return {
    ...store,
    async append(stream, expectedRevision, events, options) {
      const beganAt = performance.now()
      let outcome: AppendSample['outcome'] = 'failed'
      try {
        const ended = await store.append(stream, expectedRevision, events, options)
        outcome = ended.kind
        return ended
      } finally {
        const seconds = (performance.now() - beganAt) / 1_000
        const commands = traceOf ? tracedCommands(events, traceOf) : []
        const traced = commands.length > 0 && { traced: { endedAt: epochMs(), commands } }
        onAppend({ outcome, seconds, events: events.length, ...traced })
      }
    },
  }
}

/** A command's events stand together. */
function tracedCommands(events: readonly EventToAppend[], traceOf: TraceOf): { commandId: string; traceId: string }[] {
  return events.flatMap(({ metadata: { commandId, $correlationId } }, index) => {
    if (events[index - 1]?.metadata.commandId === commandId) return []
    const traceId = traceOf($correlationId)
    return traceId === undefined ? [] : [{ commandId, traceId }]
  })
}
