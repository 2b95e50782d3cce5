import { knownBrowserSchema, messageReplySchema, resetPasswordSchema } from '#contracts/calls/accounts.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { GUESSABLE_PASSWORD, SAME_PASSWORD } from '#contracts/units/passwords.ts'
import { FirstPasswordAgain, GuessablePassword, ownerOfResetLink, resetPassword } from '#accounts/reset-password.ts'
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
      config: { ...PUBLIC_FORM_LIMIT, keepsAnswer: true },
      schema: { tags: ['auth'], body: resetPasswordSchema, response: { 200: messageReplySchema, '4xx': errorSchema } },
    },
    async (request, reply) => {
      const user = await resetPassword(deps.pool, request.body, deps.now()).catch(refusal)
      if (!user) throw new ApiError('invalid_reset_token')
      deps.users.forget(user)
      // The link proves this browser to be the owner's, whatever strangers guessed.
      await deps.signIns.succeeded(request, reply, user.email, user.id)
      // The link verified the address too. On failure the password stays set, and an administrator can approve.
      await statusOnceVerified(deps, user, request.id).catch((error: unknown) =>
        request.log.error({ err: error }, 'automatic approval failed'),
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
      config: { ...PUBLIC_FORM_LIMIT, keepsAnswer: true },
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
