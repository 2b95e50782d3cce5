import { errorSchema } from '#contracts/calls/errors.ts'
import { sessionUserSchema } from '#contracts/calls/account/session.ts'
import { signedIn } from '../../guards/access.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { shownUser } from '../../session/manager-session.ts'

/** H18: checks the user that a client restored. */
export function me(app: App, deps: Deps): void {
  app.get(
    '/api/auth/me',
    {
      config: { openToExpired: true, beforeSecondFactor: true },
      schema: { tags: ['auth'], response: { 200: sessionUserSchema, '4xx': errorSchema } },
    },
    async (request) => shownUser(deps, await signedIn(request, deps)),
  )
}
