import type { Logger } from 'pino'
import type { Ledger } from '#ledger/ledger.ts'
import { openLedger, type OpenLedger } from '#platform/event-store/ledger.ts'
import { measuredLedger } from '#platform/metrics/measured-ledger.ts'
import type { Metrics } from '#platform/metrics/metrics.ts'
import { createLedgerTraces } from '#platform/traces/traced-ledger.ts'
import type { Traces } from '#platform/traces/traces.ts'
import type { createMeter } from './meter.ts'

type WorkerLedgerOptions = {
  log: Pick<Logger, 'warn'>
  metrics: Metrics
  meter: Pick<ReturnType<typeof createMeter>, 'appended' | 'clientRenewed'>
  traces: Traces
}

/** The ledger on the worker's own thread, counted and traced. */
export function openWorkerLedger(
  eventStoreUrl: string,
  { log, metrics, meter, traces }: WorkerLedgerOptions,
): { store: OpenLedger['store']; ledger: Ledger } {
  const { traced, appended } = createLedgerTraces(traces)
  const { store, ledger } = openLedger(eventStoreUrl, {
    onWarning: (message) => log.warn(message),
    onRenewed: meter.clientRenewed,
    onAppend(sample) {
      meter.appended(sample)
      appended(sample)
    },
    traceOf: traces.share > 0 ? traces.traceOf : undefined,
  })
  return { store, ledger: measuredLedger(traced(ledger), metrics) }
}
