/**
 * Who may. Ids in a path or a body never grant anything (R182): the session names the user, and the id has to be the
 * user's own. Each guard returns what the route goes on with, so that no route can forget to ask.
 */
import type { FastifyRequest } from 'fastify'
import type { ErrorCode } from '#contracts/calls/errors.ts'
import type { Actor } from '#contracts/events/ledger-events.ts'
import type { BusinessStatus, Role } from '#contracts/calls/session.ts'
import { mustChangePassword } from '#accounts/staff.ts'
import type { User } from '#accounts/users.ts'
import { hasLapsed, type Business } from '#businesses/profile/businesses.ts'
import { ApiError } from '../http/api-error.ts'
import type { Deps } from '../deps.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** C1: an expired business may call it, too: billing, profile, sessions. Default: nobody whose time is over. */
    openToExpired?: boolean
    /** The route goes on to ask for the status by itself (repeated-write.ts). */
    anyStatus?: boolean
  }
  interface Session {
    /** Whose session this was until the business's status ended it, and when: for a while every call is told why (H29). */
    ended?: { userId: number; atMs: number }
  }
}

const REASON_KEPT_MS = 10 * 60 * 1000

/** Whose session this is, whatever visit it is on. A session that was ended elsewhere ends here (R98). Throws 401. */
export async function sessionOwner(request: FastifyRequest, deps: Deps): Promise<User> {
  const { userId, epoch = 0 } = request.session
  const user = userId === undefined ? undefined : await deps.users.byId(userId)
  // Higher is possible for a moment: the session was opened after the change, and this process has not seen the row since.
  if (user && epoch >= user.sessionEpoch) return user
  if (userId === undefined) throw new ApiError(await reasonOfEnd(request, deps))
  await request.session.destroy()
  throw new ApiError('not_signed_in')
}

/** H29: of several calls of a page only one meets the session that a status ends; the others are told the same, as long as it holds. */
async function reasonOfEnd(request: FastifyRequest, deps: Deps): Promise<ErrorCode> {
  const { ended } = request.session
  if (!ended || deps.now().getTime() - ended.atMs > REASON_KEPT_MS) return 'not_signed_in'
  const status = (await deps.businesses.byUserId(ended.userId))?.status ?? 'closed'
  return status === 'active' || status === 'trial_expired' ? 'not_signed_in' : REFUSAL_OF_STATUS[status]
}

/** The record stays without its user, and opens nothing any more. */
async function endByStatus({ session }: FastifyRequest, deps: Deps, { id }: User): Promise<void> {
  delete session.userId
  session.ended = { userId: id, atMs: deps.now().getTime() }
  await session.save()
}

/** H28, H29, C1: what a business's status lets its own session do. A suspended one's session ends with the call that learns of it. */
async function refuseByStatus(request: FastifyRequest, deps: Deps, user: User): Promise<void> {
  if (request.visit || user.role !== 'business') return
  const { openToExpired = false } = request.routeOptions.config
  const business = await deps.businesses.byUserId(user.id)
  const status = business?.status ?? 'closed'
  if (status === 'active' || (status === 'trial_expired' && openToExpired)) return
  if (status !== 'trial_expired') await endByStatus(request, deps, user)
  throw new ApiError(
    REFUSAL_OF_STATUS[status],
    business && status === 'trial_expired' ? { lapsed: hasLapsed(business) } : {},
  )
}

/**
 * The user as whom this call acts: during a support visit the business's (spec.md 4), otherwise the session's own. The one place where
 * that is decided. Throws 401, or 403 where the business's status does not allow the call.
 */
export async function signedIn(request: FastifyRequest, deps: Deps): Promise<User> {
  const owner = await sessionOwner(request, deps)
  if (!request.visit) {
    if (!request.routeOptions.config.anyStatus) await refuseByStatus(request, deps, owner)
    return owner
  }
  const visited = await deps.users.byId(request.visit.businessId)
  if (!visited) throw new ApiError('not_signed_in')
  return visited
}

/** I17: who does it, for the event that comes of it. During a support visit the administrator, on the business's behalf. */
export function whoActs(request: FastifyRequest, user: User): { actor: Actor; onBehalfOf?: number } {
  const { visit } = request
  if (visit) return { actor: { userId: visit.adminId, role: 'admin' }, onBehalfOf: visit.businessId }
  return { actor: { userId: user.id, role: user.role } }
}

async function ownId(request: FastifyRequest, deps: Deps, role: Role, id: number): Promise<User> {
  const user = await signedIn(request, deps)
  if (user.role !== role || user.id !== id) throw new ApiError('forbidden')
  return user
}

/** R178: the buyer whose own id this is. Throws 401 or 403. */
export function ownBuyer(request: FastifyRequest, deps: Deps, id: number): Promise<User> {
  return ownId(request, deps, 'buyer', id)
}

/** R179: the business whose own id this is, where its status allows the call. Throws 401 or 403. */
export async function ownBusiness(
  request: FastifyRequest,
  deps: Deps,
  id: number,
): Promise<{ user: User; business: Business }> {
  const user = await ownId(request, deps, 'business', id)
  const business = await deps.businesses.byUserId(user.id)
  if (!business) throw new ApiError('forbidden')
  return { user, business }
}

const REFUSAL_OF_STATUS: Record<Exclude<BusinessStatus, 'active'>, ErrorCode> = {
  pending: 'pending_confirmation',
  suspended: 'account_suspended',
  trial_expired: 'trial_expired',
  rejected: 'registration_rejected',
  closed: 'not_signed_in',
}

/** H28: awards and verifications need a business that takes part. Throws 401 or 403 with the status's own text. */
export async function ownActiveBusiness(
  request: FastifyRequest,
  deps: Deps,
  id: number,
): Promise<{ user: User; business: Business }> {
  const own = await ownBusiness(request, deps, id)
  await refuseByStatus(request, deps, own.user)
  if (own.business.status !== 'active') throw new ApiError(REFUSAL_OF_STATUS[own.business.status])
  return own
}

/** C1, H22: paying and choosing a plan are open to an expired business too; a suspension wins over all. Throws 401 or 403. */
export async function ownPayingBusiness(
  request: FastifyRequest,
  deps: Deps,
  id: number,
): Promise<{ user: User; business: Business }> {
  const own = await ownBusiness(request, deps, id)
  const { status } = own.business
  if (status !== 'active' && status !== 'trial_expired') throw new ApiError(REFUSAL_OF_STATUS[status])
  return own
}

/** R16, H34: the signed-in administrator, not on a visit and with a password of his own. Throws 401 or 403. */
export async function administrator(request: FastifyRequest, deps: Deps): Promise<User> {
  return staff(request, deps, ['admin'])
}

/** H33: who may read the whole ledger: auditors and administrators. Throws 401 or 403. */
export async function auditor(request: FastifyRequest, deps: Deps): Promise<User> {
  return staff(request, deps, ['auditor', 'admin'])
}

async function staff(request: FastifyRequest, deps: Deps, roles: readonly Role[]): Promise<User> {
  const user = await signedIn(request, deps)
  if (!roles.includes(user.role)) throw new ApiError('forbidden')
  if (await mustChangePassword(deps.pool, user.id)) throw new ApiError('password_change_required')
  return user
}

/** The administrator behind the session, also while he is on a visit: for what he looks at beside it. Throws 401 or 403. */
export async function administratorBehind(request: FastifyRequest, deps: Deps): Promise<User> {
  const user = await sessionOwner(request, deps)
  if (user.role !== 'admin') throw new ApiError('forbidden')
  if (await mustChangePassword(deps.pool, user.id)) throw new ApiError('password_change_required')
  return user
}

/** What belongs to one buyer: himself, or who may read the whole ledger. Throws 401 or 403. */
export async function ownBuyerOrAuditor(request: FastifyRequest, deps: Deps, buyerId: number): Promise<User> {
  const user = await signedIn(request, deps)
  return user.role === 'buyer' ? ownBuyer(request, deps, buyerId) : auditor(request, deps)
}
