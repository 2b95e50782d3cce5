import type { FastifyRequest } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hashPassword, PasswordQueueFull } from '#accounts/passwords.ts'
import type { User } from '#accounts/users.ts'
import type { Env } from '#platform/env/env.ts'
import { createPool, type Pool } from '#platform/postgres/postgres.ts'
import { createRedis, type Redis } from '#platform/redis/redis.ts'
import { testServices, type TestServices } from '../../../infra/testing/harness.ts'
import { createSignInGuard } from '../guards/sign-in-guard.ts'
import { tryPassword } from './try-password.ts'

let services: TestServices
let redis: Redis
let pool: Pool
beforeAll(async () => {
  services = await testServices({ eventStore: false })
  redis = createRedis(services.redisUrl)
  pool = createPool(services.databaseUrl, { max: 4, name: 'hatik-test' })
})
afterAll(async () => {
  redis.disconnect()
  await pool.end()
  await services.close()
})

it('an attempt whose password was not checked in time is not counted', async () => {
  const signIns = createSignInGuard(redis, { RATE_LIMITS: 'on', SESSION_SECRET: 'a secret of the test' } as Env)
  const request = { cookies: {}, session: {} } as FastifyRequest
  const passwordHash = await hashPassword('Correct-horse-1')
  const attempt = (id: number) =>
    tryPassword(
      request,
      { signIns, pool, now: () => new Date() },
      {
        what: 'sign_in',
        email: `${id}@hatik.test`,
        user: { id, passwordHash } as User & { passwordHash: string },
        password: 'wrong',
      },
    )
  const flood = await Promise.allSettled(Array.from({ length: 60 }, (_, id) => attempt(id)))
  const refused = flood.flatMap((one, id) =>
    one.status === 'rejected' && one.reason instanceof PasswordQueueFull ? [id] : [],
  )
  expect(refused.length).toBeGreaterThan(0)
  const [id = 0] = refused
  for (let guess = 0; guess < 10; guess += 1) expect(await attempt(id)).toBe(false)
  await expect(attempt(id)).rejects.toMatchObject({ code: 'sign_in_rate_limited' })
})
