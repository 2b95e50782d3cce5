/**
 * Retries of writes that change their own session (decision 30). The session plugin knows only the present session, so
 * a retry with the cookie of before would come as a stranger's:
 * - `endsSession`: the guard looks for the row of the first try instead (guards.ts, once.ts);
 * - `renewsSession`: the call goes on in the session that the first try opened, under another id.
 * Both need the same key and content, so an old cookie alone gives access to nothing (H17).
 */
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Env } from '#platform/env/env.ts'
import { optionalKey } from '../idempotency/idempotency-key.ts'
import { contentOf } from '../idempotency/once.ts'
import { renewSession } from '../session/renew-session.ts'
import type { RedisSessions } from '../session/session-store.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * How a retry is recognised. `signsIn`: by key and password; `sameContent`: by key and content; `endsSession`: the
     * same, also without a session; `renewsSession`: the same, also by the cookie of before.
     */
    retry?: 'signsIn' | 'sameContent' | 'endsSession' | 'renewsSession'
    /** Does again to the response what a first try without a session would do (`endsSession`). */
    onRetry?(request: FastifyRequest, reply: FastifyReply): void
  }
  interface FastifyRequest {
    /** The body as it was sent, on routes with `retry`: a retry is recognised before its body is validated. */
    given: unknown
    /** Names a `renewsSession` call by cookie, key and content; undefined on other calls. */
    renewal: string | undefined
  }
}

export const retries = fp(
  async (
    app,
    { env, store }: { env: Pick<Env, 'SESSION_SECRET'>; store: Pick<RedisSessions, 'read' | 'openedBy'> },
  ) => {
    app.decorateRequest('given', undefined)
    app.decorateRequest('renewal', undefined)
    app.decorateRequest('isReplayed', false)

    app.addHook('preValidation', (request, _reply, done) => {
      if (request.routeOptions.config.retry === undefined) return done()
      prepare(request).then(() => done(), done)
    })

    app.addHook('onSend', (request, reply, payload, done) => {
      if (request.isReplayed) reply.header('idempotency-replayed', 'true')
      done(null, payload)
    })

    /** Throws 400 for an invalid key, before the call does anything. */
    async function prepare(request: FastifyRequest): Promise<void> {
      if (optionalKey(request) === undefined) return
      request.given = request.body
      if (request.routeOptions.config.retry === 'renewsSession') await continueRenewed(request)
    }

    async function continueRenewed(request: FastifyRequest): Promise<void> {
      const named = app.sessionIdInCookie(request)
      const content = contentOf(request, env.SESSION_SECRET, request.given)
      if (named === undefined || content === undefined) return
      request.renewal = `renewal ${named} ${content}`
      // Also if the cookie's session still stands: another process may know it for a second after its end.
      const opened = await store.openedBy(request.renewal)
      const session = opened && (await store.read(opened))
      if (session) await renewSession(request, session, request.renewal)
    }
  },
)
