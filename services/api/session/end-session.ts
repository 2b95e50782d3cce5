import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { sessionCookieName, sessionCookieOptions } from '../plugins/sessions.ts'

/** C17: ends the session and clears its cookie. Rejects if Redis fails. */
export async function endSession(
  request: FastifyRequest,
  reply: FastifyReply,
  { env }: Pick<Deps, 'env'>,
): Promise<void> {
  await request.session.destroy()
  reply.clearCookie(sessionCookieName(env), sessionCookieOptions(env))
}
