/**
 * Writes after which a second try would be refused though the first has succeeded, since they end the session that they came with, use up a
 * link or move something on; sign-ins, which would leave a session behind of which nobody knows; and requests for a link by mail, where a
 * second link makes the first one worthless. A browser that never saw the answer repeats the call with its key (design.md 1, rule 6;
 * web/lib/api.ts), and is given what it has missed, the new session's cookie included.
 *
 * The answer is kept in Redis for two minutes, under a name and sealed with a secret that both follow from the first call: its session
 * cookie, its key and its body. Whoever reads Redis reads nothing, and whoever knows an old cookie alone gets nothing (H17).
 */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import fp from 'fastify-plugin'
import type { FastifyRequest } from 'fastify'
import type { Env } from '#platform/env.ts'
import type { Redis } from '#platform/redis.ts'
import { optionalKey } from '../idempotency.ts'
import { sessionCookieName } from './sessions.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A repeated call of this route is given the first one's answer. For routes whose answer is JSON. */
    keepsAnswer?: boolean
  }
  interface FastifyRequest {
    /** This call's answer is to be kept. */
    keptAs: { name: string; secret: Buffer; body?: unknown } | null
    /** The cookies of the first answer, where this call repeats it. */
    keptCookies: string[] | null
  }
}

type Answer = { status: number; body: unknown; cookies: string[] }

/** Longer than the browser's patience with both of its tries. */
const KEPT_SECONDS = 120
const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

export const keptAnswers = fp(async (app, { env, redis }: { env: Env; redis: Redis }) => {
  app.decorateRequest('keptAs', null)
  app.decorateRequest('keptCookies', null)

  app.addHook('preHandler', async (request, reply) => {
    if (!request.routeOptions.config.keepsAnswer) return
    const key = optionalKey(request)
    if (key === undefined) return
    const kept = keptAs(request, key)
    const sealed = await redis.getBuffer(kept.name)
    if (!sealed) return void (request.keptAs = kept)
    const { status, body, cookies } = unseal(sealed, kept.secret)
    request.keptCookies = cookies
    return reply.header('idempotency-replayed', 'true').status(status).send(body)
  })

  app.addHook('preSerialization', async (request, _reply, payload) => {
    if (request.keptAs) request.keptAs.body = payload
    return payload
  })

  // After the session's own hook: it has put its cookie into the headers, or taken the one away whose session has ended.
  app.addHook('onSend', async (request, reply) => {
    const { keptAs: kept, keptCookies } = request
    if (keptCookies) {
      reply.removeHeader('set-cookie')
      if (keptCookies.length > 0) reply.header('set-cookie', keptCookies)
    }
    if (kept?.body === undefined || reply.statusCode >= 300) return
    const cookies = [reply.getHeader('set-cookie') ?? []].flat().map(String)
    const answer: Answer = { status: reply.statusCode, body: kept.body, cookies }
    // What was done is done: it is told also where it cannot be told twice.
    await redis.set(kept.name, seal(answer, kept.secret), 'EX', KEPT_SECONDS).catch((error: unknown) => request.log.warn({ err: error }, 'an answer could not be kept'))
  })

  function keptAs({ cookies, method, url, body }: FastifyRequest, key: string): { name: string; secret: Buffer } {
    const call = JSON.stringify([cookies[sessionCookieName(env)], key, method, url, body])
    const derived = createHmac('sha512', env.SESSION_SECRET).update(`kept answer:${call}`).digest()
    return { name: `hatik:answer:${derived.subarray(0, 32).toString('base64url')}`, secret: derived.subarray(32) }
  }
})

function seal(answer: Answer, secret: Buffer): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, secret, iv)
  return Buffer.concat([iv, cipher.update(JSON.stringify(answer)), cipher.final(), cipher.getAuthTag()])
}

/** Throws for what was not sealed with this secret. */
function unseal(sealed: Buffer, secret: Buffer): Answer {
  const decipher = createDecipheriv(CIPHER, secret, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  const text = Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()])
  return JSON.parse(text.toString()) as Answer
}
