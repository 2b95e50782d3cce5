/**
 * Keeps the answers of writes that cannot simply be repeated (decision 30):
 * - those whose second try would be refused although the first succeeded, because they end the session that they came with, use up a link or move
 *   something on;
 * - sign-ins, which would leave behind a session that nobody knows of;
 * - requests for a link by mail, where a second link makes the first one worthless.
 * A browser that never saw the answer repeats the call with its key (design.md 1, rule 6; web/lib/api/api.ts), and gets the answer that it missed,
 * including the new session's cookie.
 *
 * The answer is kept in Redis for two minutes. Its name and the secret that seals it are both derived from the session's cookie, the key and the
 * body: once with the cookie of the call, and once with that of the answer, since the browser may have received the answer's headers without its body.
 * Reading Redis reveals nothing, and an old cookie alone gives access to nothing (H17).
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
    /** A repeated call of this route is given the first one's answer. For routes whose answer is JSON. */
    keepsAnswer?: boolean
  }
  interface FastifyRequest {
    /** Set if this call's answer is to be kept. `call` identifies the call, without the session cookie that it came with. */
    keeping: { call: string; cookie: string | undefined; body?: unknown } | null
    /** The cookies of the first answer, if this call is a repeat. */
    keptCookies: string[] | null
  }
}

type Answer = { status: number; body: unknown; cookies: string[] }

/** Longer than both of the browser's tries together. */
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
    // After the session plugin's hook, which has set its cookie, or cleared that of a session that has ended.
    route.onSend = [route.onSend ?? [], keepAnswer].flat()
  })

  // On every route, before anything checks whether this session may make the call: it may be another session by now.
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
      // The write has happened: it is answered even if the answer cannot be kept.
      await redis
        .set(name, seal(answer, secret), 'EX', KEPT_SECONDS)
        .catch((error: unknown) => request.log.warn({ err: error }, 'an answer could not be kept'))
    }
  }

  /** The session cookie of a retry by a browser that has received the answer's headers but not its body; undefined for none. */
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
