import { createStateGauges } from '#platform/metrics/metrics.ts'
import { serveMetrics, type MetricsServer } from '#platform/metrics/serve-metrics.ts'
import type { Deps } from '../deps.ts'
import { refreshState } from './refresh-state.ts'

/** As `serveMetrics`, with the state of the parts. */
export async function serveApiMetrics(deps: Deps): Promise<MetricsServer | undefined> {
  const { registry } = deps.metrics
  const gauges = createStateGauges(registry)
  return serveMetrics({ env: deps.env, log: deps.log, registry, refresh: () => refreshState(deps, gauges) })
}
