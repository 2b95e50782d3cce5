import fp from 'fastify-plugin'
import type { Env } from '#platform/env/env.ts'
import { ApiError } from '../http/api-error.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * H17: refuses writes that a browser sends from another site. Browsers set Origin on every such
 * request and pages cannot forge it; SameSite=Lax is the second defence. Callers that are no
 * browsers send no Origin and carry no cookie by accident.
 * The Host header counts only without a PUBLIC_URL, because DNS rebinding lets a foreign page's own
 * name point here.
 */
export const originCheck = fp(async (app, { env }: { env: Env }) => {
  const own = env.PUBLIC_URL ? new URL(env.PUBLIC_URL) : undefined
  app.addHook('onRequest', async (request) => {
    const { origin } = request.headers
    if (SAFE.has(request.method) || origin === undefined) return
    if (!URL.canParse(origin)) throw new ApiError('foreign_origin')
    const { host, protocol } = new URL(origin)
    // With an https PUBLIC_URL, a page under the same name without https may come from anybody on
    // the network.
    const isOthers = own?.protocol === 'https:' && protocol !== 'https:'
    if (isOthers || host !== (own?.host ?? request.headers.host)) throw new ApiError('foreign_origin')
  })
})
