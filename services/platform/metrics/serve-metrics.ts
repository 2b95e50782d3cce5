import { createServer } from 'node:http'
import type { Logger } from 'pino'
import { collectDefaultMetrics, type Registry } from 'prom-client'
import type { Env } from '../env/env.ts'
import { coalesce } from '../process/coalesce.ts'

export type MetricsServer = { close(): Promise<void> }

export type ServeMetricsOptions = {
  env: Pick<Env, 'METRICS_HOST' | 'METRICS_PORT'>
  log: Pick<Logger, 'info'>
  registry: Registry
  /** Before each scrape. A rejection answers the scrape with 500. */
  refresh?: () => Promise<void>
}

/**
 * Serves `GET /metrics` in Prometheus's text format, with Node's own metrics. Simultaneous scrapes share one refresh.
 * Undefined if no port is set. Throws if the address cannot be listened on.
 */
export async function serveMetrics({
  env: { METRICS_HOST: host, METRICS_PORT: port },
  log,
  registry,
  refresh = async () => {},
}: ServeMetricsOptions): Promise<MetricsServer | undefined> {
  if (port === undefined) return undefined
  collectDefaultMetrics({ register: registry })
  const refreshing = coalesce(refresh)
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end()
    refreshing
      .run()
      .then(() => registry.metrics())
      .then(
        (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
        () => response.writeHead(500).end(),
      )
  })
  await new Promise<void>((resolve, reject) => {
    server
      .once('error', (error) => reject(new Error(`METRICS_HOST, METRICS_PORT: ${error.message}`)))
      .listen(port, host, resolve)
  })
  log.info({ address: server.address() }, 'metrics are served')
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
