import fp from 'fastify-plugin'
import type { ErrorCode } from '#contracts/calls/errors.ts'
import type { Metrics } from '#platform/metrics/metrics.ts'

declare module 'fastify' {
  interface FastifyReply {
    /** Of a refusal, for metrics. */
    errorCode?: ErrorCode
  }
}

/** Method of signing in by route. */
const SIGN_INS: Readonly<Record<string, string>> = {
  '/api/auth/login': 'password',
  '/api/admin/login': 'staff_password',
  '/api/auth/passkey-login': 'passkey',
  '/api/auth/second-factor': 'second_factor',
}
/** An alert counts these, so their series begin at zero. */
const OVER_LIMIT = ['sign_in_rate_limited', 'too_many_attempts'] satisfies ErrorCode[]
/** Stays open for as long as its page, so its duration says nothing. */
const LIVE_STREAM = '/api/live'
/** Nobody's route: one label for all addresses that strangers think of. */
const NO_ROUTE = 'none'

/** Labels are route patterns and codes; ids in an address never become one. */
export const requestMetrics = fp<{ metrics: Metrics }>(async (app, { metrics }) => {
  app.decorateReply('errorCode')
  for (const method of Object.values(SIGN_INS))
    for (const outcome of OVER_LIMIT) metrics.signIns.inc({ method, outcome }, 0)
  app.addHook('onResponse', (request, reply, done) => {
    const { method } = request
    const route = request.routeOptions.url ?? NO_ROUTE
    const { statusCode: status, errorCode: code } = reply
    metrics.requests.inc({ method, route, status })
    if (route !== LIVE_STREAM) metrics.requestSeconds.observe({ method, route }, reply.elapsedTime / 1_000)
    if (code !== undefined) metrics.refusals.inc({ code })
    const signIn = method === 'POST' && SIGN_INS[route]
    if (signIn) metrics.signIns.inc({ method: signIn, outcome: code ?? (status < 400 ? 'ok' : String(status)) })
    done()
  })
})
