import { confirmReplySchema, confirmSchema } from '#contracts/calls/account/accounts.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { sessionOwner } from '../../guards/access.ts'
import type { App } from '../../app-type.ts'
import { CONFIRMED_MS } from '../../session/confirmation.ts'
import type { Deps } from '../../deps.ts'
import { limitOfPerson } from '../../plugins/rate-limit.ts'
import { proveCurrentPassword } from '../../session/prove-password.ts'

/** Password checks share one queue with all sign-ins. */
const LIMIT = limitOfPerson(10, 60_000)

/** For five minutes the session may do what needs a proved password. Repeatable. */
export function confirm(app: App, deps: Deps): void {
  app.post(
    '/api/auth/confirm',
    {
      config: { ...LIMIT, openToExpired: true },
      schema: { tags: ['auth'], body: confirmSchema, response: { 200: confirmReplySchema, '4xx': errorSchema } },
    },
    async (request, reply) => {
      const user = await sessionOwner(request, deps)
      await proveCurrentPassword(request, reply, deps, user, request.body.password, 'password')
      const confirmedAtMs = deps.now().getTime()
      request.session.confirmedAtMs = confirmedAtMs
      return { message: 'Confirmed', confirmedUntil: new Date(confirmedAtMs + CONFIRMED_MS).toISOString() }
    },
  )
}
