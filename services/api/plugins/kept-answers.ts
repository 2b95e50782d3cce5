/**
 * Stores responses of writes whose retry would not get them (decision 30):
 * - writes that end their session, use up a link or change a state;
 * - sign-ins, whose retry leaves an unknown session;
 * - mailed links, where a second one invalidates the first.
 * A browser's retry (web/lib/api/api.ts) gets the replayed response with its cookies.
 * Redis keeps it for two minutes. Name and encryption key derive from session cookie, idempotency key and body, so
 * reading Redis or an old cookie reveals nothing (H17).
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
    /** Only for routes that answer JSON. */
    keepsAnswer?: boolean
  }
  interface FastifyRequest {
    /** Set if the response is to be stored. `call` excludes the session cookie. */
    keeping: { call: string; cookie: string | undefined; body?: unknown } | null
    /** Of the first response, for a repeat. */
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
    // After the session plugin's hook, which sets or clears the cookie.
    route.onSend = [route.onSend ?? [], keepAnswer].flat()
  })

  // Before the access checks: a repeat may come with another session.
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
      // The write has happened, so it is answered anyway.
      await redis
        .set(name, seal(answer, secret), 'EX', KEPT_SECONDS)
        .catch((error: unknown) => request.log.warn({ err: error }, 'a response could not be stored for replay'))
    }
  }

  /** For a browser that received only the headers. */
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

/** Throws if sealed with another secret. */
function unseal(sealed: Buffer, secret: Buffer): Answer {
  const decipher = createDecipheriv(CIPHER, secret, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  const text = Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()])
  return JSON.parse(text.toString()) as Answer
}
