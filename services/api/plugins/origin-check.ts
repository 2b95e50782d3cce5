import fp from 'fastify-plugin'
import type { Env } from '#platform/env/env.ts'
import { ApiError } from '../http/api-error.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * H17: a write that a browser sends from another site is refused. Browsers name the origin on every such request and no
 * page can forge it; SameSite=Lax is the second lock. A caller without a browser sends no Origin and no cookie by accident. The name that was
 * called counts only without a PUBLIC_URL: a page can give its own name to our address (DNS rebinding), and the Host header then has that.
 */
export const originCheck = fp(async (app, { env }: { env: Env }) => {
  const own = env.PUBLIC_URL ? new URL(env.PUBLIC_URL) : undefined
  app.addHook('onRequest', async (request) => {
    const { origin } = request.headers
    if (SAFE.has(request.method) || origin === undefined) return
    if (!URL.canParse(origin)) throw new ApiError('foreign_origin')
    const { host, protocol } = new URL(origin)
    // Under our name without https anybody on the way can speak: where we are known by https, such a page is not ours.
    const isOthers = own?.protocol === 'https:' && protocol !== 'https:'
    if (isOthers || host !== (own?.host ?? request.headers.host)) throw new ApiError('foreign_origin')
  })
})
