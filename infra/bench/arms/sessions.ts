/** Made by the product's session plugin; all arms use the same Redis. */
import Fastify from 'fastify'
import { sessions } from '../../../services/api/plugins/sessions.ts'
import { renewSession } from '../../../services/api/session/renew-session.ts'
import type { Env } from '#platform/env/env.ts'
import { createRedis } from '#platform/redis/redis.ts'
import { FIRST_READER, READERS } from '../load/read-back.ts'
import type { Sessions } from '../load/protocol.ts'
import { businessIdOf, BUSINESSES, buyerIdOf } from '../people.ts'

/** Skips a thousand password checks. */
async function openSessions<T>(
  env: Env,
  use: (cookieOf: (userId: number) => Promise<string>) => Promise<T>,
): Promise<T> {
  const redis = createRedis(env.REDIS_URL)
  const app = Fastify()
  await app.register(sessions, { env, redis })
  app.post<{ Params: { id: string } }>('/:id', async (request) => {
    await renewSession(request, { userId: Number(request.params.id), touchedAt: Date.now() })
    return ''
  })
  const cookieOf = async (userId: number): Promise<string> => {
    const reply = await app.inject({ method: 'POST', url: `/${userId}` })
    const [cookie] = String(reply.headers['set-cookie']).split(';')
    if (cookie === undefined || !cookie.includes('=')) throw new Error(`No session for ${userId}`)
    return cookie
  }
  const used = await use(cookieOf)
  await app.close()
  redis.disconnect()
  return used
}

export const signEverybodyIn = (env: Env): Promise<Sessions> =>
  openSessions(env, async (cookieOf) => ({
    businesses: await Promise.all(Array.from({ length: BUSINESSES }, (_, index) => cookieOf(businessIdOf(index)))),
    readers: await Promise.all(
      Array.from({ length: READERS }, (_, index) => cookieOf(buyerIdOf(FIRST_READER + index))),
    ),
  }))

export const signIn = (env: Env, userId: number): Promise<string> => openSessions(env, (cookieOf) => cookieOf(userId))
