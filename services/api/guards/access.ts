/**
 * Access rights: the session names the user, and ids in a path or body never grant anything (R182). Routes need the
 * value that a guard returns, so none can skip it.
 */
import type { FastifyRequest } from 'fastify'
import type { ErrorCode } from '#contracts/calls/errors.ts'
import type { Actor, Place } from '#contracts/events/ledger-events.ts'
import type { BusinessStatus, Role } from '#contracts/calls/account/session.ts'
import { rightOf } from '#contracts/rights/business-rights.ts'
import { staffFactors, type StaffFactors } from '#accounts/second-factor/staff-factors.ts'
import type { User } from '#accounts/users.ts'
import { hasLapsed, type Business } from '#businesses/profile/businesses.ts'
import { ApiError } from '../http/api-error.ts'
import { managerOf, type AsManager } from '../session/manager-session.ts'
import { secondFactorState } from '../session/second-factor-state.ts'
import { placeOf } from './at-till.ts'
import type { Deps } from '../deps.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** C1: also open to businesses whose plan has expired. */
    openToExpired?: boolean
    /** The route checks the business's status and the till's lock itself (active-unless-repeated.ts). */
    anyStatus?: boolean
    /** Decision 55: also open to staff whose session lacks the second factor. */
    beforeSecondFactor?: true
  }
  interface Session {
    /** Set when the business's status ended the session; its calls get that reason for ten minutes (H29). */
    ended?: { userId: number; atMs: number }
  }
}

const REASON_KEPT_MS = 10 * 60 * 1000

/**
 * Session's own user, also during a support visit. Throws 401, also for a session revoked elsewhere (R98), or 403 for
 * staff whose second factor is missing.
 */
export async function sessionOwner(request: FastifyRequest, deps: Deps): Promise<User> {
  const { userId, epoch = 0 } = request.session
  const user = userId === undefined ? undefined : await deps.users.byId(userId)
  // The cached row may be older than the session.
  if (user && epoch >= user.sessionEpoch) {
    request.manager = (await managerOf(deps, user)) ?? null
    if (isStaff(user)) await refuseWithoutSecondFactor(request, deps, user)
    if (user.role !== 'manager' || request.manager) return user
  }
  if (userId === undefined) throw new ApiError(await reasonOfEnd(request, deps))
  await request.session.destroy()
  throw new ApiError('not_signed_in')
}

const isStaff = ({ role }: User): boolean => role === 'admin' || role === 'auditor'

/** The session knows only the password. Throws 403. */
async function refuseWithoutSecondFactor(request: FastifyRequest, deps: Deps, { id }: User): Promise<void> {
  if (request.routeOptions.config.beforeSecondFactor) return
  const state = secondFactorState(request, deps, await staffFactors(deps.pool, id))
  if (state === 'code_required' || state === 'passkey_required') throw new ApiError('second_factor_required')
}

/** H34, decision 55: first a password of one's own, then a second factor where it is demanded. Throws 403. */
function refuseUnready(request: FastifyRequest, deps: Deps, factors: StaffFactors): void {
  if (factors.mustChangePassword) throw new ApiError('password_change_required')
  if (secondFactorState(request, deps, factors) === 'setup_required') throw new ApiError('second_factor_setup_required')
}

/** H29: one of a page's parallel calls ends the session; the others get the same reason. */
async function reasonOfEnd(request: FastifyRequest, deps: Deps): Promise<ErrorCode> {
  const { ended } = request.session
  if (!ended || deps.now().getTime() - ended.atMs > REASON_KEPT_MS) return 'not_signed_in'
  const status = (await deps.businesses.byUserId(ended.userId))?.status ?? 'closed'
  return status === 'active' || status === 'trial_expired' ? 'not_signed_in' : REFUSAL_OF_STATUS[status]
}

/** The session record stays: it grants nothing but keeps the reason. */
async function endByStatus({ session }: FastifyRequest, deps: Deps, { id }: User): Promise<void> {
  delete session.userId
  session.ended = { userId: id, atMs: deps.now().getTime() }
  await session.save()
}

/**
 * H28, H29, C1. A suspended business's session ends with its first refused call. What an expired plan leaves open is
 * the owner's.
 */
async function refuseByStatus(request: FastifyRequest, deps: Deps, user: User): Promise<void> {
  if (request.visit || user.role !== 'business') return
  const openToExpired = request.routeOptions.config.openToExpired === true && !request.manager
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
 * The user as whom this call acts: during a support visit, the visited business; for a manager, the business within the
 * rights table. Throws 401, or 403, also by the business's status.
 */
export async function signedIn(request: FastifyRequest, deps: Deps): Promise<User> {
  const owner = await sessionOwner(request, deps)
  if (request.manager) return actingManager(request, deps, owner, request.manager)
  if (!request.visit) {
    if (!request.routeOptions.config.anyStatus) await refuseByStatus(request, deps, owner)
    return owner
  }
  const visited = await deps.users.byId(request.visit.businessId)
  if (!visited) throw new ApiError('not_signed_in')
  return visited
}

/** Throws 403 for a call that is not a manager's. */
async function actingManager(request: FastifyRequest, deps: Deps, own: User, { business }: AsManager): Promise<User> {
  const { anyStatus, call = '' } = request.routeOptions.config
  const right = rightOf('manager', call)
  if (right === 'no') throw new ApiError('forbidden')
  if (!anyStatus) await refuseByStatus(request, deps, business)
  return right === 'self' ? own : business
}

/**
 * Actor of events, and who in the shop acts where. During a support visit: the administrator, on behalf of the business.
 */
export function whoActs(request: FastifyRequest, user: User): { actor: Actor; onBehalfOf?: number; place?: Place } {
  const { visit, till, manager } = request
  if (visit) return { actor: { userId: visit.adminId, role: 'admin' }, onBehalfOf: visit.businessId }
  const place = till ? placeOf(till) : manager && { staffId: manager.staffId }
  return { actor: { userId: user.id, role: user.role }, ...(place && { place }) }
}

async function ownId(request: FastifyRequest, deps: Deps, role: Role, id: number): Promise<User> {
  const user = await signedIn(request, deps)
  if (user.role !== role || user.id !== id) throw new ApiError('forbidden')
  return user
}

/** R178. Throws 401 or 403. */
export function ownBuyer(request: FastifyRequest, deps: Deps, id: number): Promise<User> {
  return ownId(request, deps, 'buyer', id)
}

/** R179. Throws 401, or 403, also by the business's status. */
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

/** H28. Throws 401, or 403 with the status's own text. */
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

/** C1, H22: also open to expired businesses. Throws 401 or 403. */
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

/** R16, H34: not on a visit, and with a password of his own and the second factor. Throws 401 or 403. */
export async function administrator(request: FastifyRequest, deps: Deps): Promise<User> {
  return staff(request, deps, ['admin'])
}

/** H33: auditors and administrators. Throws 401 or 403. */
export async function auditor(request: FastifyRequest, deps: Deps): Promise<User> {
  return staff(request, deps, ['auditor', 'admin'])
}

async function staff(request: FastifyRequest, deps: Deps, roles: readonly Role[]): Promise<User> {
  const user = await signedIn(request, deps)
  if (!roles.includes(user.role)) throw new ApiError('forbidden')
  refuseUnready(request, deps, await staffFactors(deps.pool, user.id))
  return user
}

/** The session's administrator, also during a visit. Throws 401 or 403. */
export async function administratorBehind(request: FastifyRequest, deps: Deps): Promise<User> {
  const user = await sessionOwner(request, deps)
  if (user.role !== 'admin') throw new ApiError('forbidden')
  refuseUnready(request, deps, await staffFactors(deps.pool, user.id))
  return user
}

/** Open to the buyer, auditors and administrators. Throws 401 or 403. */
export async function ownBuyerOrAuditor(request: FastifyRequest, deps: Deps, buyerId: number): Promise<User> {
  const user = await signedIn(request, deps)
  return user.role === 'buyer' ? ownBuyer(request, deps, buyerId) : auditor(request, deps)
}
