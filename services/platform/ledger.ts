/** The ledger over the real store, as every process that writes opens it: one gateway, one command handler, one cache. */
import { createCommandHandler, type CommandHandler } from '#ledger/command-handler.ts'
import { createEventStoreGateway, type EventStoreGateway } from './event-store/gateway.ts'
import { ledgerIds } from './ids.ts'

export type OpenLedger = { store: EventStoreGateway; ledger: CommandHandler }

/** Does not connect yet; `store.warmUp()` does, `store.close()` ends it. */
export function openLedger(
  eventStoreUrl: string,
  { onWarning }: { onWarning?: (message: string, error: unknown) => void } = {},
): OpenLedger {
  const store = createEventStoreGateway(eventStoreUrl, onWarning ? { onWarning } : {})
  return { store, ledger: createCommandHandler({ store, ids: ledgerIds }) }
}
