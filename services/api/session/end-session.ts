import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { sessionCookieName, sessionCookieOptions } from '../plugins/sessions.ts'

/** Ends this call's session by the wish of its person (C17): at the server, and its cookie in the browser. Rejects where Redis takes nothing. */
export async function endSession(
  request: FastifyRequest,
  reply: FastifyReply,
  { env }: Pick<Deps, 'env'>,
): Promise<void> {
  await request.session.destroy()
  reply.clearCookie(sessionCookieName(env), sessionCookieOptions(env))
}
