import { z } from 'zod'
import { endPushOfSessions } from '#accounts/push/subscriptions.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { endSession } from '../../session/end-session.ts'

/** C17: same response without a session. */
export function logout(app: App, deps: Deps): void {
  app.post(
    '/api/auth/logout',
    { schema: { tags: ['auth'], response: { 200: z.object({ message: z.string() }) } } },
    async (request, reply) => {
      // Signing out works without PostgreSQL.
      await endPushOfSessions(deps.pool, [deps.sessions.nameOf(request.session.sessionId)]).catch((error: unknown) =>
        request.log.warn({ err: error }, 'the notifications of a session that ended could not be ended'),
      )
      await endSession(request, reply, deps)
      return { message: 'Signed out' }
    },
  )
}
