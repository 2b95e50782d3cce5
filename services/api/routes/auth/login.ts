import { errorSchema } from '#contracts/calls/errors.ts'
import { sessionUserSchema, signInSchema } from '#contracts/calls/session.ts'
import { upgradedHash } from '#accounts/passwords.ts'
import { sessionUser, type User } from '#accounts/users.ts'
import { hasLapsed, type Business } from '#businesses/profile/businesses.ts'
import { ApiError } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { noteSecurity } from '../../session/note-security.ts'
import { openBySignIn } from '../../session/open-by-sign-in.ts'
import { managerOf, shownUser } from '../../session/manager-session.ts'
import { SIGN_IN_LIMIT } from '../../plugins/rate-limit.ts'
import { recordSignIn } from '../../session/record-sign-in.ts'
import { tryPassword } from '../../session/try-password.ts'

/** R187, R207. */
export function login(app: App, deps: Deps): void {
  app.post(
    '/api/auth/login',
    {
      config: { ...SIGN_IN_LIMIT, retry: 'signsIn' },
      schema: { tags: ['auth'], body: signInSchema, response: { 200: sessionUserSchema, '4xx': errorSchema } },
    },
    async (request, reply) => {
      const { email, password } = request.body
      const user = await deps.users.forSignIn(email)
      if (!(await tryPassword(request, deps, { what: 'sign_in', email, user, password })) || !user)
        throw new ApiError('invalid_credentials')
      const isKnown = deps.signIns.knows(request, user.id)
      await deps.signIns.succeeded(request, reply, email, user.id)
      const expired = await refuseByStatus(user, deps).catch(async (error: ApiError) => {
        await noteSecurity(request, deps, { what: 'sign_in', userId: user.id, result: error.code })
        throw error
      })
      await upgradeHash(deps, user, password)
      await openBySignIn(request, deps, user, () => recordSignIn(request, deps, { what: 'sign_in', user, isKnown }))
      // C1: an expired business is signed in for billing, profile and sign-out.
      if (expired) throw new ApiError('trial_expired', { user: sessionUser(user), lapsed: hasLapsed(expired) })
      return shownUser(deps, user)
    },
  )
}

/**
 * Checked after the password, so that only its owner learns the status. Returns the business if its session is
 * restricted; throws 403 with the specified text.
 */
async function refuseByStatus(user: User, deps: Deps): Promise<Business | undefined> {
  if (!user.emailVerified) throw new ApiError('email_unverified')
  const manager = await managerOf(deps, user)
  if (user.role === 'manager' && !manager) throw new ApiError('sign_in_closed')
  if (user.role !== 'business' && !manager) return undefined
  const business = await deps.businesses.byUserId(manager?.business.id ?? user.id)
  const status = business?.status ?? 'pending'
  if (status === 'pending') throw new ApiError('pending_confirmation')
  if (status === 'suspended') throw new ApiError('account_suspended')
  if (status === 'rejected') throw new ApiError('registration_rejected')
  if (status === 'closed') throw new ApiError('invalid_credentials')
  // What an expired plan leaves open is the owner's.
  if (manager && business && status === 'trial_expired')
    throw new ApiError('trial_expired', { lapsed: hasLapsed(business) })
  return status === 'trial_expired' ? business : undefined
}

/** Rehashes with the present parameters, now that the password is known. */
async function upgradeHash(
  deps: Deps,
  { id, passwordHash }: { id: number; passwordHash: string },
  password: string,
): Promise<void> {
  const better = await upgradedHash(passwordHash, password, id)
  if (better !== undefined)
    await deps.pool.query('UPDATE users SET password = $3 WHERE id = $1 AND password = $2', [id, passwordHash, better])
}
