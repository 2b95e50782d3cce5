import type { SessionUser } from '#contracts/calls/account/session.ts'
import { api } from '#web/lib/api/api.ts'
import { fetchPart } from '#web/lib/api/fetch-code.ts'

/** Rejects with ApiError. */
export async function signIn(input: { email: string; password: string }, key: string): Promise<SessionUser> {
  const { sessionUserSchema } = await fetchPart(() => import('#contracts/calls/account/session.ts'))
  return api.write({ method: 'POST', path: '/api/auth/login', body: input, key, reply: sessionUserSchema })
}
