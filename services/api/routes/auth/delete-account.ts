import { z } from 'zod'
import { messageReplySchema } from '#contracts/calls/account/accounts.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { userIdSchema } from '#contracts/units/ids.ts'
import { signedIn } from '../../guards/access.ts'
import { ApiError } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { endSession } from '../../session/end-session.ts'
import { afterErasing, eraseRows, tellLedger, type Erased } from './erase-account.ts'

/**
 * R99, R100, R193, H25. The row is erased before the response; the ledger follows at once if possible, else by the
 * worker.
 */
export function deleteAccount(app: App, deps: Deps): void {
  app.delete(
    '/api/auth/account/:userId',
    {
      config: {
        openToExpired: true,
        retry: 'endsSession',
        onRetry: (request, reply) => {
          const { userId } = request.params as { userId: string }
          deps.signIns.forget(request, reply, Number(userId))
        },
      },
      schema: {
        tags: ['auth'],
        params: z.object({ userId: userIdSchema }),
        response: { 200: messageReplySchema, '4xx': errorSchema },
      },
    },
    async (request, reply) => {
      const user = await signedIn(request, deps)
      if (user.id !== request.params.userId) throw new ApiError('forbidden')
      // Staff is removed by command (H34).
      if (user.role !== 'buyer' && user.role !== 'business' && user.role !== 'manager') throw new ApiError('forbidden')
      const leaving = { userId: user.id, role: user.role }
      const sessions = await deps.sessions.listOf(user)
      let erased: Erased | undefined
      // Under nobody's id: the person's own rows are erased.
      const done = await deps.once(request, { content: 0 }, request.given, async (client) => {
        erased = await eraseRows(client, deps, leaving, request.id)
        return { message: 'Your account has been deleted' }
      })
      if (erased) await afterErasing(deps, leaving, erased)
      await endSession(request, reply, deps)
      deps.signIns.forget(request, reply, user.id)
      await deps.sessions.end(
        user.id,
        sessions.map(({ id }) => id),
      )
      await tellLedger(deps, leaving)
      deps.wake('mail', 'events', 'chores')
      return done
    },
  )
}
