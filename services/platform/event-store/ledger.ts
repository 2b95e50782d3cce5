/** Opens the ledger on the real store, for every process that writes: one gateway, one command handler, one cache. */
import { getHeapStatistics } from 'node:v8'
import { createCommandHandler, type CommandHandler } from '#ledger/command-handler.ts'
import { createStateCache } from '#ledger/state-cache.ts'
import { createEventStoreGateway, type EventStoreGateway } from './gateway.ts'
import { ledgerIds } from './ids.ts'

/** Measured size of a cached event: its response, its command, and their map entries. */
const EVENT_BYTES = 800
/** The cache's share of V8's heap limit. An account that is not cached costs a read of its stream. */
const CACHE_SHARE = 1 / 8

/** How many events the state cache may hold on a heap of `heapBytes`. */
export const cachedEvents = (heapBytes: number): number => Math.floor((heapBytes * CACHE_SHARE) / EVENT_BYTES)

export type OpenLedger = { store: EventStoreGateway; ledger: CommandHandler }

/** Does not connect yet: `store.warmUp()` does, and `store.close()` disconnects. */
export function openLedger(
  eventStoreUrl: string,
  { onWarning }: { onWarning?: (message: string, error: unknown) => void } = {},
): OpenLedger {
  const store = createEventStoreGateway(eventStoreUrl, onWarning ? { onWarning } : {})
  const cache = createStateCache({ maxEvents: cachedEvents(getHeapStatistics().heap_size_limit) })
  return { store, ledger: createCommandHandler({ store, ids: ledgerIds, cache }) }
}
