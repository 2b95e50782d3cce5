import { confirmReplySchema, confirmSchema } from '#contracts/calls/accounts.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { sessionOwner } from '../../guards/access.ts'
import type { App } from '../../app-type.ts'
import { CONFIRMED_MS } from '../../session/confirmation.ts'
import type { Deps } from '../../deps.ts'
import { limitOfPerson } from '../../plugins/rate-limit.ts'
import { proveCurrentPassword } from '../../session/prove-password.ts'

/** Passwords are proved one after the other, those of all who sign in among them. */
const LIMIT = limitOfPerson(10, 60_000)

/** POST /api/auth/confirm {password}: for five minutes this session may do what a session alone may not. To repeat it is harmless. */
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
