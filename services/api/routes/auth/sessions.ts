import { z } from 'zod'
import { messageReplySchema, sessionIdSchema, sessionListSchema } from '#contracts/calls/account/accounts.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { endPushOfSessions } from '#accounts/push/subscriptions.ts'
import { signedIn } from '../../guards/access.ts'
import { ApiError } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { endSession } from '../../session/end-session.ts'

export function ownSessions(app: App, deps: Deps): void {
  const config = { openToExpired: true }

  app.get(
    '/api/auth/sessions',
    { config, schema: { tags: ['auth'], response: { 200: sessionListSchema, '4xx': errorSchema } } },
    async (request) => {
      const user = await signedIn(request, deps)
      const current = deps.sessions.nameOf(request.session.sessionId)
      const sessions = await deps.sessions.listOf(user)
      return sessions.map(({ id, device, signedInAt, lastSeenAt }) => ({
        id,
        current: id === current,
        device,
        signedInAt: signedInAt.toISOString(),
        lastSeenAt: lastSeenAt.toISOString(),
      }))
    },
  )

  app.delete(
    '/api/auth/sessions',
    { config, schema: { tags: ['auth'], response: { 200: messageReplySchema, '4xx': errorSchema } } },
    async (request) => {
      const user = await signedIn(request, deps)
      const current = deps.sessions.nameOf(request.session.sessionId)
      const others = (await deps.sessions.listOf(user)).map(({ id }) => id).filter((id) => id !== current)
      await endPushOfSessions(deps.pool, others)
      await deps.sessions.end(user.id, others)
      return { message: 'All other sessions have ended' }
    },
  )

  app.delete(
    '/api/auth/sessions/:id',
    {
      config: { ...config, retry: 'endsSession' },
      schema: {
        tags: ['auth'],
        params: z.object({ id: sessionIdSchema }),
        response: { 200: messageReplySchema, '4xx': errorSchema },
      },
    },
    async (request, reply) => {
      const user = await signedIn(request, deps)
      const { id } = request.params
      const done = await deps.once(request, { content: 0 }, request.given, async () => {
        if (!(await deps.sessions.listOf(user)).some((own) => own.id === id)) throw new ApiError('not_found')
        return { message: 'The session has ended' }
      })
      await endPushOfSessions(deps.pool, [id])
      if (id === deps.sessions.nameOf(request.session.sessionId)) await endSession(request, reply, deps)
      await deps.sessions.end(user.id, [id])
      return done
    },
  )
}
