/** The ledger over the real store, as every process that writes opens it: one gateway, one command handler, one cache. */
import { getHeapStatistics } from 'node:v8'
import { createCommandHandler, type CommandHandler } from '#ledger/command-handler.ts'
import { createStateCache } from '#ledger/state-cache.ts'
import { createEventStoreGateway, type EventStoreGateway } from './gateway.ts'
import { ledgerIds } from './ids.ts'

/** What a remembered event takes, measured: its answer, its command, and both in their maps. */
const EVENT_BYTES = 800
/** Of the memory that V8 may have: an account that is not remembered costs a read of its stream. */
const CACHE_SHARE = 1 / 8

/** How many events the folded accounts of a process may hold, on a heap of `heapBytes`. */
export const cachedEvents = (heapBytes: number): number => Math.floor((heapBytes * CACHE_SHARE) / EVENT_BYTES)

export type OpenLedger = { store: EventStoreGateway; ledger: CommandHandler }

/** Does not connect yet; `store.warmUp()` does, `store.close()` ends it. */
export function openLedger(
  eventStoreUrl: string,
  { onWarning }: { onWarning?: (message: string, error: unknown) => void } = {},
): OpenLedger {
  const store = createEventStoreGateway(eventStoreUrl, onWarning ? { onWarning } : {})
  const cache = createStateCache({ maxEvents: cachedEvents(getHeapStatistics().heap_size_limit) })
  return { store, ledger: createCommandHandler({ store, ids: ledgerIds, cache }) }
}
