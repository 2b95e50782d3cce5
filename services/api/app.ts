/** The API: its server, and every plugin in the order in which a request meets them. Its table of contents is routes/all.ts. */
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
import { keptAnswers } from './plugins/kept-answers.ts'
import { knownMethods } from './plugins/known-methods.ts'
import { openApi } from './plugins/open-api.ts'
import { QUEUE_BOARD_PATH, queueBoard } from './plugins/queue-board.ts'
import { originCheck } from './plugins/origin-check.ts'
import { refusals } from './plugins/refusals.ts'
import { readableText } from './plugins/readable-text.ts'
import { rateLimits } from './plugins/rate-limit.ts'
import { requestLog } from './plugins/request-log.ts'
import { securityHeaders } from './plugins/security-headers.ts'
import { sessions } from './plugins/sessions.ts'
import { supportVisits } from './plugins/support-visits.ts'
import { turns } from './plugins/turns.ts'
import { unusedConnections } from './plugins/unused-connections.ts'
import { webApp } from './plugins/web-app.ts'
import { registerRoutes } from './routes/all.ts'

/** What holds for the API goes by how an address begins: one that the router takes for the API's is written like that. */
const API_OTHERWISE_WRITTEN = /^(?:https?:\/\/[^/?]*)?\/(?:a|%61)(?:p|%70)(?:i|%69)(?=\/)/

/** The address of a page that cannot be decoded is one where nothing is: each of its % stands for itself, and a person is told by a page. */
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

/** No specified body is larger; uploads bring their own limit. */
const BODY_LIMIT_BYTES = 64 * 1024

export async function buildApp(deps: Deps): Promise<App> {
  const app = Fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    genReqId: () => randomUUID(),
    // Without it all people behind a proxy would be one caller, and share one limit of sign-ins.
    trustProxy: deps.env.TRUSTED_PROXIES.length > 0 && [...deps.env.TRUSTED_PROXIES],
    // Longer than any load balancer keeps an idle connection, so that the balancer is the one to close it.
    keepAliveTimeout: 75_000,
    // Whoever comes over a connection that was open when this began to end is served like all others.
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
  await app.register(errors)
  await app.register(refusals, { deps })
  await app.register(readableText)
  await app.register(securityHeaders, { env: deps.env })
  await app.register(delivery)
  await app.register(knownMethods)
  await app.register(originCheck, { env: deps.env })
  await app.register(sessions, { env: deps.env, redis: deps.redis, store: deps.sessions })
  await app.register(keptAnswers, { env: deps.env, redis: deps.redis })
  await app.register(supportVisits, { deps })
  await app.register(guards, { deps })
  await app.register(rateLimits, { env: deps.env, redis: deps.redis })
  await app.register(consistency, { positions: deps.positions, endOfLog: deps.endOfLog })
  await app.register(openApi, { env: deps.env })
  // Each route that takes a file states its own limits.
  await app.register(multipart, { limits: { files: 0, fields: 0 } })

  await app.register(async (api: App) => registerRoutes(api, deps))
  await app.register(queueBoard, { prefix: QUEUE_BOARD_PATH, deps })
  await app.register(webApp, { deps })
  return app
}
