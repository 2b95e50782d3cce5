import { z } from 'zod'
import { messageReplySchema } from '#contracts/calls/account/accounts.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { passkeyNameSchema, passkeySchema } from '#contracts/calls/account/passkeys.ts'
import { commandIdSchema } from '#contracts/units/ids.ts'
import { removePasskey, renamePasskey } from '#accounts/passkeys.ts'
import { signedIn } from '../../guards/access.ts'
import { ApiError } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { limitOfPerson } from '../../plugins/rate-limit.ts'
import { shownPasskey } from './shown-passkey.ts'

const params = z.object({ id: commandIdSchema })
const config = { ...limitOfPerson(20, 60_000), openToExpired: true }

/** Rename (repeatable) and removal, which needs a proved password. */
export function changePasskey(app: App, deps: Deps): void {
  app.patch(
    '/api/auth/passkeys/:id',
    {
      config,
      schema: { tags: ['auth'], params, body: passkeyNameSchema, response: { 200: passkeySchema, '4xx': errorSchema } },
    },
    async (request) => {
      const user = await signedIn(request, deps)
      const renamed = await renamePasskey(deps.pool, user.id, { id: request.params.id, name: request.body.name })
      if (!renamed) throw new ApiError('not_found')
      return shownPasskey(renamed)
    },
  )

  app.delete(
    '/api/auth/passkeys/:id',
    { config, schema: { tags: ['auth'], params, response: { 200: messageReplySchema, '4xx': errorSchema } } },
    async (request) => {
      const user = await signedIn(request, deps)
      const { id } = request.params
      const done = await deps.once(request, { user: user.id, keyless: true }, null, async (client) => {
        if (!(await removePasskey(client, user, id, deps.now()))) throw new ApiError('not_found')
        return { message: 'The passkey has been removed' }
      })
      deps.wake('mail')
      return done
    },
  )
}
