import fp from 'fastify-plugin'
import type { Env } from '#platform/env/env.ts'
import { ApiError } from '../http/api-error.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * H17: refuses browser writes from other sites; callers without Origin carry no cookie by accident. Host counts only
 * without a PUBLIC_URL, because of DNS rebinding.
 */
export const originCheck = fp(async (app, { env }: { env: Env }) => {
  const own = env.PUBLIC_URL ? new URL(env.PUBLIC_URL) : undefined
  app.addHook('onRequest', async (request) => {
    const { origin } = request.headers
    if (SAFE.has(request.method) || origin === undefined) return
    if (!URL.canParse(origin)) throw new ApiError('foreign_origin')
    const { host, protocol } = new URL(origin)
    // Anybody on the network can serve a page under an https host's name without https.
    const isOthers = own?.protocol === 'https:' && protocol !== 'https:'
    if (isOthers || host !== (own?.host ?? request.headers.host)) throw new ApiError('foreign_origin')
  })
})
