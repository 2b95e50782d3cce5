/** Registers plugins in the order in which requests pass them; routes/all.ts lists the routes. */
import Fastify, { LogController, type FastifyBaseLogger } from 'fastify'
import multipart from '@fastify/multipart'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { randomUUID } from 'node:crypto'
import type { App } from './app-type.ts'
import { beforeRouting, bodiesInTime } from './http/before-routing.ts'
import type { Deps } from './deps.ts'
import { behindProxy } from './plugins/behind-proxy.ts'
import { consistency } from './plugins/consistency.ts'
import { delivery } from './plugins/delivery.ts'
import { errors } from './plugins/errors.ts'
import { guards } from './plugins/guards.ts'
import { knownMethods } from './plugins/known-methods.ts'
import { openApi } from './plugins/open-api.ts'
import { QUEUE_BOARD_PATH, queueBoard } from './plugins/queue-board.ts'
import { originCheck } from './plugins/origin-check.ts'
import { refusals } from './plugins/refusals.ts'
import { readableText } from './plugins/readable-text.ts'
import { rateLimits } from './plugins/rate-limit.ts'
import { retries } from './plugins/retries.ts'
import { requestMetrics } from './plugins/request-metrics.ts'
import { requestLog } from './plugins/request-log.ts'
import { requestTraces } from './plugins/request-traces.ts'
import { securityHeaders } from './plugins/security-headers.ts'
import { sessions } from './plugins/sessions.ts'
import { supportVisits } from './plugins/support-visits.ts'
import { turns } from './plugins/requests-per-tick.ts'
import { unusedConnections } from './plugins/unused-connections.ts'
import { webApp } from './plugins/web-app.ts'
import { registerRoutes } from './routes/all.ts'

/** Normalises `/%61pi/` and absolute-form URLs to `/api/`, because hooks test the path prefix. */
const API_OTHERWISE_WRITTEN = /^(?:https?:\/\/[^/?]*)?\/(?:a|%61)(?:p|%70)(?:i|%69)(?=\/)/

/** Escapes each `%` of a page address that cannot be decoded, so that its visitor gets the 404 page. */
function readableUrl(written: string): string {
  const url = written.replace(API_OTHERWISE_WRITTEN, '/api')
  const [address = '/', ...query] = url.split('?')
  if (address.startsWith('/api/')) return url
  try {
    decodeURIComponent(address)
    return url
  } catch {
    return [address.replaceAll('%', '%25'), ...query].join('?')
  }
}

/** No JSON body in the API is larger; uploads set their own limit. */
const BODY_LIMIT_BYTES = 64 * 1024

export async function buildApp(deps: Deps): Promise<App> {
  const app = Fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    genReqId: () => randomUUID(),
    // Otherwise everybody behind a proxy counts as one caller and shares one sign-in limit.
    trustProxy: deps.env.TRUSTED_PROXIES.length > 0 && [...deps.env.TRUSTED_PROXIES],
    // Longer than any load balancer keeps an idle connection, so that the balancer closes first.
    keepAliveTimeout: 75_000,
    // Requests on connections that were open before shutdown began are still served.
    return503OnClosing: false,
    ...beforeRouting,
    rewriteUrl: ({ url = '/' }) => readableUrl(url),
    routerOptions: { maxParamLength: 128, ignoreTrailingSlash: true },
  }).withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)

  await app.register(bodiesInTime)
  await app.register(turns)
  await app.register(unusedConnections)
  await app.register(behindProxy, { env: deps.env })
  await app.register(requestLog)
  await app.register(requestMetrics, { metrics: deps.metrics })
  await app.register(requestTraces, { traces: deps.traces })
  await app.register(errors)
  await app.register(refusals, { deps })
  await app.register(readableText)
  await app.register(securityHeaders, { env: deps.env })
  await app.register(delivery)
  await app.register(knownMethods)
  await app.register(originCheck, { env: deps.env })
  await app.register(sessions, { env: deps.env, redis: deps.redis, store: deps.sessions })
  await app.register(retries, { env: deps.env, store: deps.sessions })
  await app.register(supportVisits, { deps })
  await app.register(guards, { deps })
  await app.register(rateLimits, { env: deps.env, redis: deps.redis })
  await app.register(consistency, { positions: deps.positions, endOfLog: deps.endOfLog })
  await app.register(openApi, { env: deps.env })
  // Each upload route sets its own limits.
  await app.register(multipart, { limits: { files: 0, fields: 0 } })

  await app.register(async (api: App) => registerRoutes(api, deps))
  await app.register(queueBoard, { prefix: QUEUE_BOARD_PATH, deps })
  await app.register(webApp, { deps })
  return app
}
