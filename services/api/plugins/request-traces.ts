import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { LIVE_PATH } from '#contracts/calls/live.ts'
import { epochMs, newSpanId, parseTraceparent } from '#platform/traces/trace-ids.ts'
import type { Traces } from '#platform/traces/traces.ts'

const CALLS = '/api/'
/** Asked every few seconds. */
const PROBES = '/api/health'

/** Records calls of the API: route pattern and outcome, without ids, addresses and queries. */
export const requestTraces = fp<{ traces: Traces }>(async (app, { traces }) => {
  if (traces.share === 0) return
  app.addHook('onRequest', (request, reply, done) => {
    const traceId = traces.traceOf(request.id)
    const route = request.routeOptions.url
    if (traceId !== undefined && route !== undefined && isTraced(route) && !reply.raw.destroyed)
      begin(traces, { request, reply, traceId, route })
    done()
  })
})

/** A live stream stays open as long as its page. */
const isTraced = (route: string): boolean => route.startsWith(CALLS) && !route.startsWith(PROBES) && route !== LIVE_PATH

type Begun = { request: FastifyRequest; reply: FastifyReply; traceId: string; route: string }

/** A caller cannot choose the id: commands without a key are made unique by it. Its own trace is linked. */
function begin({ requests, record }: Traces, { request, reply, traceId, route }: Begun): void {
  const { id, method } = request
  const spanId = newSpanId()
  const beganAt = epochMs() - reply.elapsedTime
  requests.set(id, spanId)
  // Also comes if the caller hangs up.
  reply.raw.once('close', () => {
    const { statusCode, writableFinished } = reply.raw
    requests.delete(id)
    record({
      traceId,
      spanId,
      name: `${method} ${route}`,
      kind: 'server',
      beganAt,
      endedAt: epochMs(),
      failed: statusCode >= 500 || !writableFinished,
      attributes: {
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': statusCode,
        ...(reply.errorCode !== undefined && { 'hatik.code': reply.errorCode }),
      },
      link: parseTraceparent(request.headers['traceparent']),
    })
  })
}
