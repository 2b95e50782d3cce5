import { knownBrowserSchema, messageReplySchema, resetPasswordSchema } from '#contracts/calls/account/accounts.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { GUESSABLE_PASSWORD, SAME_PASSWORD } from '#contracts/units/passwords.ts'
import {
  FirstPasswordAgain,
  GuessablePassword,
  hashForReset,
  ownerOfResetLink,
  resetPassword,
} from '#accounts/reset-password.ts'
import type { User } from '#accounts/users.ts'
import { ApiError, invalidField } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { PUBLIC_FORM_LIMIT } from '../../plugins/rate-limit.ts'
import { statusOnceVerified } from './status-once-verified.ts'

/** H19, R174, R191: ends every session. */
export function reset(app: App, deps: Deps): void {
  app.post(
    '/api/auth/reset-password',
    {
      config: { ...PUBLIC_FORM_LIMIT, retry: 'sameContent' },
      schema: { tags: ['auth'], body: resetPasswordSchema, response: { 200: messageReplySchema, '4xx': errorSchema } },
    },
    async (request, reply) => {
      const { token, password } = request.body
      let changed: User | undefined
      const { userId } = await deps.once(
        request,
        { content: 0 },
        request.given,
        async (client, _commandId, passwordHash) => {
          changed = await resetPassword(client, { token, passwordHash }, deps.now())
          if (!changed) throw new ApiError('invalid_reset_token')
          return { userId: changed.id }
        },
        async () => {
          const hash = await hashForReset(deps.pool, { token, password }, deps.now()).catch(refusal)
          if (hash === undefined) throw new ApiError('invalid_reset_token')
          return hash
        },
      )
      // The link proves this browser to be the owner's, whatever strangers guessed. Its retries share ten attempts.
      if (changed) await deps.signIns.succeeded(request, reply, changed.email, userId)
      else deps.signIns.knowByLink(reply, userId, token)
      if (changed) deps.users.forget(changed)
      const user = changed ?? (await deps.users.byId(userId))
      // The link verified the address too. On failure the password stays set, and an administrator can approve.
      if (user)
        await statusOnceVerified(deps, user, request.id).catch((error: unknown) =>
          request.log.error({ err: error }, 'nobody was approved automatically'),
        )
      deps.wake('mail', 'events')
      return { message: 'Your password has been reset' }
    },
  )
}

/**
 * Opening a mailed link makes this browser known; the link stays valid. The owner can sign in even if strangers have
 * used up the attempts.
 */
export function knownBrowser(app: App, deps: Deps): void {
  app.post(
    '/api/auth/known-browser',
    {
      config: PUBLIC_FORM_LIMIT,
      schema: { tags: ['auth'], body: knownBrowserSchema, response: { 200: messageReplySchema, '4xx': errorSchema } },
    },
    async (request, reply) => {
      const { token } = request.body
      const userId = await ownerOfResetLink(deps.pool, token, deps.now())
      if (userId === undefined) throw new ApiError('invalid_reset_token')
      deps.signIns.knowByLink(reply, userId, token)
      return { message: 'You can sign in here with your password' }
    },
  )
}

function refusal(error: unknown): never {
  if (error instanceof GuessablePassword) throw invalidField('password', GUESSABLE_PASSWORD)
  if (error instanceof FirstPasswordAgain) throw invalidField('password', SAME_PASSWORD)
  throw error
}
