import rateLimit from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Env } from '#platform/env/env.ts'
import type { Redis } from '#platform/redis/redis.ts'
import { ApiError } from '../http/api-error.ts'

/** Per address, with a text of their own (C14). */
const SIGN_INS_PER_MINUTE = 20

export const SIGN_IN_LIMIT = {
  rateLimit: {
    max: SIGN_INS_PER_MINUTE,
    timeWindow: 60_000,
    errorResponseBuilder: () => new ApiError('sign_in_rate_limited'),
  },
}

/** Per address and minute, with the other text (C14). */
export const PUBLIC_FORM_LIMIT = { rateLimit: { max: 20, timeWindow: 60_000 } }

/** Within `timeWindow` (ms). Per person, because tills may share an address; per address without a session. */
export const limitOfPerson = (max: number, timeWindow: number) => ({
  rateLimit: {
    max,
    timeWindow,
    keyGenerator: ({ session, ip }: FastifyRequest) => (session.userId === undefined ? ip : `person-${session.userId}`),
  },
})

/** Redis shares the counters between API processes. */
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
