import {
  INVALID_EMAIL,
  ownProfileSchema,
  profileReplySchema,
  profileSchema,
} from '#contracts/calls/account/accounts.ts'
import { isDeliverable } from '#contracts/units/addresses.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import {
  editProfile,
  OwnPasswordNeeded,
  PasswordNeeded,
  PhoneNeeded,
  sameAddress,
  SessionOver,
} from '#accounts/edit-profile.ts'
import { hashPassword } from '#accounts/passwords.ts'
import { EmailTaken } from '#accounts/verification/sign-up.ts'
import { sessionUser, type User } from '#accounts/users.ts'
import { signedIn } from '../../guards/access.ts'
import { ApiError, invalidField } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import { isConfirmed } from '../../session/confirmation.ts'
import type { Deps } from '../../deps.ts'
import { endSession } from '../../session/end-session.ts'
import { shownUser } from '../../session/manager-session.ts'
import { limitOfPerson } from '../../plugins/rate-limit.ts'
import { proveCurrentPassword } from '../../session/prove-password.ts'
import { refuseGuessable } from '../../guards/refuse-guessable.ts'

/** Password checks and hashes share one queue with all sign-ins, and correct passwords have no other limit. */
const LIMIT = limitOfPerson(10, 60_000)

/**
 * R97, R98, R172, R192, H20; the body's userId grants nothing (R182). A new password ends all sessions. A new address
 * needs a confirmed session or the password, so that a stolen session cannot take the account.
 */
export function profile(app: App, deps: Deps): void {
  app.patch(
    '/api/auth/profile',
    {
      config: { ...LIMIT, openToExpired: true, retry: 'endsSession' },
      schema: { tags: ['auth'], body: profileSchema, response: { 200: profileReplySchema, '4xx': errorSchema } },
    },
    async (request, reply) => {
      const user = await signedIn(request, deps)
      const { userId, firstName, lastName, email, phone, language, currentPassword, newPassword } = request.body
      if (userId !== user.id) throw new ApiError('forbidden')
      const moves = !sameAddress(user.email, email)
      if (moves && !isDeliverable(email)) throw invalidField('email', INVALID_EMAIL)
      let changed: User | undefined
      const done = await deps.once(
        request,
        { content: user.id },
        request.given,
        async (client, _commandId, { proved, newPasswordHash }) => {
          const asking = { userId: user.id, epoch: request.session.epoch ?? 0 }
          const change = { firstName, lastName, email, phone, language, proved, newPasswordHash }
          changed = await editProfile(client, asking, change, {
            secret: deps.env.SESSION_SECRET,
            now: deps.now(),
          }).catch(refusal)
          return {
            ...sessionUser(changed),
            pendingEmail: changed.pendingEmail,
            passwordChanged: newPassword !== undefined,
          }
        },
        async () => {
          if (newPassword !== undefined)
            await refuseGuessable('newPassword', newPassword, { firstName, lastName, email })
          const isGiven = (moves || newPassword !== undefined) && Boolean(currentPassword)
          if (isGiven) await proveCurrentPassword(request, reply, deps, user, currentPassword ?? '')
          const proved = isGiven || isConfirmed(request, deps)
          if (proved && moves && !sameAddress(user.pendingEmail, email)) await countMove(deps, user, email)
          const newPasswordHash = newPassword === undefined ? undefined : await hashPassword(newPassword, user.id)
          return { proved, newPasswordHash }
        },
      )
      deps.users.forget(changed ?? user)
      if (newPassword !== undefined) await endSession(request, reply, deps)
      deps.wake('mail')
      const { manager } = await shownUser(deps, user)
      return { ...done, ...(manager && { manager }) }
    },
  )
}

/** With the pending address (H20). */
export function ownProfile(app: App, deps: Deps): void {
  app.get(
    '/api/auth/profile',
    {
      config: { openToExpired: true },
      schema: { tags: ['auth'], response: { 200: ownProfileSchema, '4xx': errorSchema } },
    },
    async (request) => {
      const user = await signedIn(request, deps)
      return { ...(await shownUser(deps, user)), pendingEmail: user.pendingEmail }
    },
  )
}

/** Each change mails two addresses, one perhaps a stranger's. Throws 429. */
async function countMove({ signIns }: Deps, { id }: User, email: string): Promise<void> {
  await signIns.mailRequest(`move-of:${id}`)
  await signIns.mailRequest(`move-to:${email}`)
}

function refusal(error: unknown): never {
  if (error instanceof EmailTaken)
    throw new ApiError('user_exists', { issues: [{ path: 'email', message: 'User already exists' }] })
  if (error instanceof SessionOver) throw new ApiError('not_signed_in')
  if (error instanceof OwnPasswordNeeded) throw new ApiError('password_change_required')
  if (error instanceof PasswordNeeded) throw new ApiError('confirmation_required')
  if (error instanceof PhoneNeeded) throw invalidField('phone', 'Required fields missing for business users')
  throw error
}
