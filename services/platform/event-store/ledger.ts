/** For every process that writes. */
import { getHeapStatistics } from 'node:v8'
import { createCommandHandler, type CommandHandler } from '#ledger/command-handler.ts'
import type { Snapshots } from '#ledger/snapshot.ts'
import { createStateCache } from '#ledger/state-cache.ts'
import { createEventStoreGateway, type EventStoreGateway, type GatewayOptions } from './gateway.ts'
import { ledgerIds } from './ids.ts'
import type { TraceOf } from '../traces/trace-ids.ts'
import { measuredAppends, type AppendSample } from './measured-appends.ts'

/** Measured per cached event, with response, command and map entries. */
const EVENT_BYTES = 800
/** Of V8's heap limit. An uncached account costs a read of its stream. */
const CACHE_SHARE = 1 / 8

export const cachedEvents = (heapBytes: number): number => Math.floor((heapBytes * CACHE_SHARE) / EVENT_BYTES)

export type OpenLedger = { store: EventStoreGateway; ledger: CommandHandler }

/** `store.warmUp()` connects, `store.close()` disconnects. */
export function openLedger(
  eventStoreUrl: string,
  {
    onAppend,
    snapshots,
    traceOf,
    ...options
  }: Pick<GatewayOptions, 'onWarning' | 'onRenewed'> & {
    onAppend?: (sample: AppendSample) => void
    snapshots?: Snapshots
    /** Undefined: appends are not traced. */
    traceOf?: TraceOf | undefined
  } = {},
): OpenLedger {
  const store = createEventStoreGateway(eventStoreUrl, options)
  const cache = createStateCache({ maxEvents: cachedEvents(getHeapStatistics().heap_size_limit) })
  const written = onAppend ? measuredAppends(store, onAppend, traceOf) : store
  return {
    store,
    ledger: createCommandHandler({ store: written, ids: ledgerIds, cache, ...(snapshots && { snapshots }) }),
  }
}
