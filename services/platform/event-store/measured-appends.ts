import type { AppendOutcome, EventStore } from '#ledger/event-store.ts'

/** Plain data, because it crosses threads. */
export type AppendSample = { outcome: AppendOutcome['kind'] | 'failed'; seconds: number; events: number }

export function measuredAppends<Store extends EventStore>(
  store: Store,
  onAppend: (sample: AppendSample) => void,
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
        onAppend({ outcome, seconds: (performance.now() - beganAt) / 1_000, events: events.length })
      }
    },
  }
}
