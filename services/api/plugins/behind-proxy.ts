import fp from 'fastify-plugin'
import type { Env } from '#platform/env/env.ts'
import { trustedBy } from '#platform/env/proxies.ts'

const WITHOUT_CALLER =
  "a trusted proxy sends no X-Forwarded-For: all its clients count as one caller and share the sign-in limits. Check TRUSTED_PROXIES and the proxy's configuration"
const NOT_AS_HTTPS =
  'PUBLIC_URL is https, but a request did not arrive as https: signing in that way opens no session. The proxy must be listed in TRUSTED_PROXIES and send X-Forwarded-Proto'

/** Probes are called directly. */
const HEALTH = '/api/health'

/** Warns once per header that the proxy omits; otherwise many people share one limit unnoticed. */
export const behindProxy = fp(async (app, { env }: { env: Pick<Env, 'PUBLIC_URL' | 'TRUSTED_PROXIES'> }) => {
  const trusts = trustedBy(env.TRUSTED_PROXIES)
  const isHttps = env.PUBLIC_URL?.startsWith('https://') ?? false
  const untold = new Set([
    ...(env.TRUSTED_PROXIES.length > 0 ? [WITHOUT_CALLER] : []),
    ...(isHttps ? [NOT_AS_HTTPS] : []),
  ])
  if (untold.size === 0) return
  const tell = (what: string): void => {
    if (untold.delete(what)) app.log.warn(what)
  }
  app.addHook('onRequest', (request, _reply, done) => {
    if (untold.size > 0 && !request.url.startsWith(HEALTH)) {
      if (request.headers['x-forwarded-for'] === undefined && trusts(request.socket.remoteAddress)) tell(WITHOUT_CALLER)
      if (isHttps && request.protocol !== 'https') tell(NOT_AS_HTTPS)
    }
    done()
  })
})
