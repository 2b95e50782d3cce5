import { knownBrowserSchema, messageReplySchema, resetPasswordSchema } from '#contracts/calls/accounts.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { GUESSABLE_PASSWORD, SAME_PASSWORD } from '#contracts/units/passwords.ts'
import { FirstPasswordAgain, GuessablePassword, ownerOfResetLink, resetPassword } from '#accounts/reset-password.ts'
import { ApiError, invalidField } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { PUBLIC_FORM_LIMIT } from '../../plugins/rate-limit.ts'
import { statusOnceVerified } from './status-once-verified.ts'

/** POST /api/auth/reset-password (H19, R174, R191): the link works once; every session of the account ends. */
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
      // Whoever guessed at this account cannot keep its owner from the new password: this browser is hers.
      await deps.signIns.succeeded(request, reply, user.email, user.id)
      // The link has verified the address too. Where this fails the password is set all the same, and an administrator can approve.
      await statusOnceVerified(deps, user, request.id).catch((error: unknown) =>
        request.log.error({ err: error }, 'nobody was approved automatically'),
      )
      deps.ring('mail', 'events')
      return { message: 'Your password has been reset' }
    },
  )
}

/**
 * POST /api/auth/known-browser: opening the mailed link makes this browser known, and the link stays good for a new password. So its owner
 * signs in with the present password on a new device while strangers' guesses have used up all their attempts.
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
