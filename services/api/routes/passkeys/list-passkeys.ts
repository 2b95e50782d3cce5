import { errorSchema } from '#contracts/calls/errors.ts'
import { passkeysReplySchema } from '#contracts/calls/account/passkeys.ts'
import { passkeysOf } from '#accounts/passkeys.ts'
import { sessionOwner } from '../../guards/access.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { shownPasskey } from './shown-passkey.ts'

/** During a visit: the administrator's own. */
export function listPasskeys(app: App, deps: Deps): void {
  app.get(
    '/api/auth/passkeys',
    {
      config: { openToExpired: true },
      schema: { tags: ['auth'], response: { 200: passkeysReplySchema, '4xx': errorSchema } },
    },
    async (request) => {
      const { id } = await sessionOwner(request, deps)
      return (await passkeysOf(deps.pool, id)).map(shownPasskey)
    },
  )
}
