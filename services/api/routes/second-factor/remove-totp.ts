import { messageReplySchema } from '#contracts/calls/account/accounts.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { secondFactorCodeSchema } from '#contracts/calls/account/second-factor.ts'
import { removeTotp as deleteTotp } from '#accounts/second-factor/totp.ts'
import { sessionOwner } from '../../guards/access.ts'
import { ApiError } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { limitOfPerson } from '../../plugins/rate-limit.ts'
import { onceWithCode, proveCode } from './once-with-code.ts'

/** Needs a proved password and a code. */
export function removeTotp(app: App, deps: Deps): void {
  app.post(
    '/api/auth/second-factor/totp/remove',
    {
      config: limitOfPerson(20, 60_000),
      schema: {
        tags: ['auth'],
        body: secondFactorCodeSchema,
        response: { 200: messageReplySchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      const user = await sessionOwner(request, deps)
      return onceWithCode(request, deps, user, request.body, async (client) => {
        await proveCode(client, request, deps, user, request.body.code)
        if (!(await deleteTotp(client, user, deps.now()))) throw new ApiError('not_found')
        return { message: 'The authenticator app has been removed' }
      })
    },
  )
}
