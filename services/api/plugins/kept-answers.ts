/**
 * Stores the responses of writes that cannot simply be repeated (decision 30):
 * - writes whose retry would be refused although the first try succeeded, because they end their
 * session, use up a link or change a state;
 * - sign-ins, whose retry would leave an unknown session behind;
 * - requests for a mailed link, where a second link invalidates the first.
 * A browser that missed the response repeats the call with its idempotency key (web/lib/api/api.ts)
 * and gets the replayed response, including the new session's cookie.
 *
 * Redis keeps the response for two minutes. Its name and its encryption key are derived from the
 * session cookie, the idempotency key and the body: once with the cookie of the call and once with
 * that of the response, since the browser may have received the headers only. Reading Redis reveals
 * nothing, and an old cookie alone gives access to nothing (H17).
 */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Env } from '#platform/env/env.ts'
import type { Redis } from '#platform/redis/redis.ts'
import { optionalKey } from '../idempotency/idempotency.ts'
import { sessionCookieName } from './sessions.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True if a repeated call gets the replayed response. Only for routes that answer JSON. */
    keepsAnswer?: boolean
  }
  interface FastifyRequest {
    /** Set if this call's response is to be stored. `call` identifies the call without its session cookie. */
    keeping: { call: string; cookie: string | undefined; body?: unknown } | null
    /** The first response's cookies, if this call is a repeat. */
    keptCookies: string[] | null
  }
}

type Answer = { status: number; body: unknown; cookies: string[] }

/** Longer than both tries of the browser together. */
const KEPT_SECONDS = 120
const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

export const keptAnswers = fp(async (app, { env, redis }: { env: Env; redis: Redis }) => {
  const sessionCookie = sessionCookieName(env)
  app.decorateRequest('keeping', null)
  app.decorateRequest('keptCookies', null)

  app.addHook('onRoute', (route) => {
    if (!route.config?.keepsAnswer) return
    route.preSerialization = [route.preSerialization ?? [], noteBody].flat()
    // Runs after the session plugin's hook, which sets or clears the session cookie.
    route.onSend = [route.onSend ?? [], keepAnswer].flat()
  })

  // On every route, before the access checks: a repeat may come with another session.
  app.addHook('preValidation', (request, reply, done) => {
    if (!request.routeOptions.config.keepsAnswer) return done()
    answerAgain(request, reply).then((answered) => {
      if (!answered) done()
    }, done)
  })

  async function answerAgain(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    const key = optionalKey(request)
    if (key === undefined) return false
    const call = JSON.stringify([key, request.method, request.url, request.body])
    const cookie = request.cookies[sessionCookie] || undefined
    const { name, secret } = placeOf(call, cookie)
    const sealed = await redis.getBuffer(name)
    if (!sealed) {
      request.keeping = { call, cookie }
      return false
    }
    const { status, body, cookies } = unseal(sealed, secret)
    request.keptCookies = cookies
    reply.header('idempotency-replayed', 'true').status(status).send(body)
    return true
  }

  async function noteBody({ keeping }: FastifyRequest, _reply: FastifyReply, payload: unknown): Promise<unknown> {
    if (keeping) keeping.body = payload
    return payload
  }

  async function keepAnswer(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { keeping, keptCookies } = request
    if (keptCookies) {
      reply.removeHeader('set-cookie')
      if (keptCookies.length > 0) reply.header('set-cookie', keptCookies)
    }
    if (keeping?.body === undefined || reply.statusCode >= 300) return
    const cookies = [reply.getHeader('set-cookie') ?? []].flat().map(String)
    const answer: Answer = { status: reply.statusCode, body: keeping.body, cookies }
    for (const cookie of new Set([keeping.cookie, cookieAfter(keeping.cookie, cookies)])) {
      const { name, secret } = placeOf(keeping.call, cookie)
      // The write has happened, so it is answered even if the response cannot be stored.
      await redis
        .set(name, seal(answer, secret), 'EX', KEPT_SECONDS)
        .catch((error: unknown) => request.log.warn({ err: error }, 'an answer could not be kept'))
    }
  }

  /** The session cookie of a browser that received the response's headers but not its body; undefined for none. */
  function cookieAfter(before: string | undefined, cookies: readonly string[]): string | undefined {
    const set = cookies.findLast((cookie) => cookie.startsWith(`${sessionCookie}=`))
    return set === undefined ? before : app.parseCookie(set)[sessionCookie] || undefined
  }

  function placeOf(call: string, cookie: string | undefined): { name: string; secret: Buffer } {
    const derived = createHmac('sha512', env.SESSION_SECRET)
      .update(JSON.stringify(['kept answer', cookie, call]))
      .digest()
    return { name: `hatik:answer:${derived.subarray(0, 32).toString('base64url')}`, secret: derived.subarray(32) }
  }
})

function seal(answer: Answer, secret: Buffer): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, secret, iv)
  return Buffer.concat([iv, cipher.update(JSON.stringify(answer)), cipher.final(), cipher.getAuthTag()])
}

/** Throws if it was not sealed with this secret. */
function unseal(sealed: Buffer, secret: Buffer): Answer {
  const decipher = createDecipheriv(CIPHER, secret, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  const text = Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()])
  return JSON.parse(text.toString()) as Answer
}
