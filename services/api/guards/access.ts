/**
 * Access rights. Ids in a path or body never grant anything (R182): the session names the user, and
 * the id has to be that user's own. Each guard returns the value that the route continues with, so
 * that no route can forget to ask.
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
    /** C1: also open to businesses whose plan has expired (billing, profile, sessions). Default: closed to them. */
    openToExpired?: boolean
    /** The route checks the business's status itself (repeated-write.ts). */
    anyStatus?: boolean
  }
  interface Session {
    /**
     * The session's user and time, if the business's status ended it; for a while every call gets
     * that reason (H29).
     */
    ended?: { userId: number; atMs: number }
  }
}

const REASON_KEPT_MS = 10 * 60 * 1000

/** The session's own user, also during a support visit. A session revoked elsewhere ends here (R98). Throws 401. */
export async function sessionOwner(request: FastifyRequest, deps: Deps): Promise<User> {
  const { userId, epoch = 0 } = request.session
  const user = userId === undefined ? undefined : await deps.users.byId(userId)
  // The epoch may briefly be higher than the cached row: the session was opened after a change that
  // this process has not read yet.
  if (user && epoch >= user.sessionEpoch) return user
  if (userId === undefined) throw new ApiError(await reasonOfEnd(request, deps))
  await request.session.destroy()
  throw new ApiError('not_signed_in')
}

/**
 * H29: only one of a page's parallel calls meets the status that ends the session; the others get
 * the same reason while it applies.
 */
async function reasonOfEnd(request: FastifyRequest, deps: Deps): Promise<ErrorCode> {
  const { ended } = request.session
  if (!ended || deps.now().getTime() - ended.atMs > REASON_KEPT_MS) return 'not_signed_in'
  const status = (await deps.businesses.byUserId(ended.userId))?.status ?? 'closed'
  return status === 'active' || status === 'trial_expired' ? 'not_signed_in' : REFUSAL_OF_STATUS[status]
}

/** Keeps the session record without its user, so that it grants nothing but still holds the reason. */
async function endByStatus({ session }: FastifyRequest, deps: Deps, { id }: User): Promise<void> {
  delete session.userId
  session.ended = { userId: id, atMs: deps.now().getTime() }
  await session.save()
}

/**
 * H28, H29, C1: refuses the calls that the business's status forbids. A suspended business's
 * session ends with the first such call.
 */
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
 * The user as whom this call acts: the visited business during a support visit, otherwise the
 * session's own user. Only this function decides that. Throws 401, or 403 if the business's status
 * forbids the call.
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

/** The actor recorded in events. During a support visit: the administrator, on behalf of the business. */
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

/** R178: the buyer, if `id` is his own. Throws 401 or 403. */
export function ownBuyer(request: FastifyRequest, deps: Deps, id: number): Promise<User> {
  return ownId(request, deps, 'buyer', id)
}

/** R179: the business, if `id` is its own and its status allows the call. Throws 401 or 403. */
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

/** H28: awards and verifications need an active business. Throws 401, or 403 with the status's own text. */
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

/**
 * C1, H22: paying and choosing a plan are open to expired businesses, too, but not to suspended
 * ones. Throws 401 or 403.
 */
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

/** H33: auditors and administrators may read the whole ledger. Throws 401 or 403. */
export async function auditor(request: FastifyRequest, deps: Deps): Promise<User> {
  return staff(request, deps, ['auditor', 'admin'])
}

async function staff(request: FastifyRequest, deps: Deps, roles: readonly Role[]): Promise<User> {
  const user = await signedIn(request, deps)
  if (!roles.includes(user.role)) throw new ApiError('forbidden')
  if (await mustChangePassword(deps.pool, user.id)) throw new ApiError('password_change_required')
  return user
}

/** The administrator behind the session, also during a visit, for his own pages beside it. Throws 401 or 403. */
export async function administratorBehind(request: FastifyRequest, deps: Deps): Promise<User> {
  const user = await sessionOwner(request, deps)
  if (user.role !== 'admin') throw new ApiError('forbidden')
  if (await mustChangePassword(deps.pool, user.id)) throw new ApiError('password_change_required')
  return user
}

/** A buyer's own data: open to that buyer, auditors and administrators. Throws 401 or 403. */
export async function ownBuyerOrAuditor(request: FastifyRequest, deps: Deps, buyerId: number): Promise<User> {
  const user = await signedIn(request, deps)
  return user.role === 'buyer' ? ownBuyer(request, deps, buyerId) : auditor(request, deps)
}
