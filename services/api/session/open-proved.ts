import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SessionUser } from '#contracts/calls/account/session.ts'
import { sessionUser, type User } from '#accounts/users.ts'
import { hasLapsed, type Business } from '#businesses/profile/businesses.ts'
import type { Tried } from '../guards/sign-in-guard.ts'
import { ApiError } from '../http/api-error.ts'
import type { Deps } from '../deps.ts'
import { managerOf, shownUser } from './manager-session.ts'
import { noteSecurity } from './note-security.ts'
import { openBySignIn } from './open-by-sign-in.ts'
import { recordSignIn } from './record-sign-in.ts'

type Proved = {
  what: 'sign_in' | 'passkey_sign_in'
  /** The row from before the proof: what ended sessions meanwhile ends this one. */
  user: User
  /** Whose failed attempts are forgotten. */
  attemptsOf: Tried
}

/**
 * Opens the session of a proved sign-in if the account's status allows it, else throws 403 with the specified text.
 * `onceAllowed` runs before the session opens.
 */
export async function openProved(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: Deps,
  { what, user, attemptsOf }: Proved,
  onceAllowed?: () => Promise<void>,
): Promise<SessionUser> {
  const isKnown = deps.signIns.knows(request, user.id)
  await deps.signIns.succeeded(request, reply, attemptsOf, user.id)
  const expired = await refuseByStatus(user, deps).catch(async (error: ApiError) => {
    await noteSecurity(request, deps, { what, userId: user.id, result: error.code })
    throw error
  })
  await onceAllowed?.()
  // A passkey is something that the person has, opened by something that the person knows or is.
  const proved = { secondFactor: what === 'passkey_sign_in' }
  await openBySignIn(request, deps, user, () => recordSignIn(request, deps, { what, user, isKnown }), proved)
  // C1: an expired business is signed in for billing, profile and sign-out.
  if (expired) throw new ApiError('trial_expired', { user: sessionUser(user), lapsed: hasLapsed(expired) })
  return shownUser(deps, user)
}

/**
 * Checked after the proof, so that only its owner learns the status. Returns the business if its session is
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
