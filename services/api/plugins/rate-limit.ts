import rateLimit from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Env } from '#platform/env/env.ts'
import type { Redis } from '#platform/redis/redis.ts'
import { ApiError } from '../http/api-error.ts'

/** Sign-in attempts per address and minute; their specified text is their own (C14). */
const SIGN_INS_PER_MINUTE = 20

export const SIGN_IN_LIMIT = {
  rateLimit: {
    max: SIGN_INS_PER_MINUTE,
    timeWindow: 60_000,
    errorResponseBuilder: () => new ApiError('sign_in_rate_limited'),
  },
}

/**
 * Public forms (sign-up, registration, mails and links, a first password) per address and minute;
 * C14 gives them the other text.
 */
export const PUBLIC_FORM_LIMIT = { rateLimit: { max: 20, timeWindow: 60_000 } }

/**
 * At most `max` calls per person within `timeWindow` (ms), because many tills may share one
 * address. Calls without a session are counted per address.
 */
export const limitOfPerson = (max: number, timeWindow: number) => ({
  rateLimit: {
    max,
    timeWindow,
    keyGenerator: ({ session, ip }: FastifyRequest) => (session.userId === undefined ? ip : `person-${session.userId}`),
  },
})

/** Counters live in Redis, shared by all API processes; routes set their limit in `config`. */
export const rateLimits = fp(async (app, { env, redis }: { env: Env; redis: Redis }) => {
  if (env.RATE_LIMITS === 'off') return
  await app.register(rateLimit, {
    global: false,
    redis,
    nameSpace: 'hatik:rate:',
    skipOnError: true,
    errorResponseBuilder: () => new ApiError('too_many_attempts'),
  })
})
