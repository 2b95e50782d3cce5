import type { SessionUser } from '#contracts/session.ts'
import { api } from './api.ts'
import { fetchPart } from './fetch-code.ts'

/** POST /api/auth/login. Rejects with ApiError. */
export async function signIn(input: { email: string; password: string }, key: string): Promise<SessionUser> {
  const { sessionUserSchema } = await fetchPart(() => import('#contracts/session.ts'))
  return api.write({ method: 'POST', path: '/api/auth/login', body: input, key, reply: sessionUserSchema })
}
