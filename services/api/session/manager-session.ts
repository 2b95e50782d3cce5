/** A manager's session acts as the business, within the rights table, while the shop's rows say so (decision 48). */
import type { SessionUser } from '#contracts/calls/account/session.ts'
import { sessionUser, type User } from '#accounts/users.ts'
import type { Deps } from '../deps.ts'

export type AsManager = { staffId: string; business: User }

declare module 'fastify' {
  interface FastifyRequest {
    /** Null unless the session is a manager's. */
    manager: AsManager | null
  }
}

/** Undefined for others, and for a manager whose sign-in has ended, also by a new password of the owner (R98). */
export async function managerOf(
  { managers, users }: Pick<Deps, 'managers' | 'users'>,
  { id, role }: Pick<User, 'id' | 'role'>,
): Promise<AsManager | undefined> {
  if (role !== 'manager') return undefined
  const link = await managers.byUserId(id)
  const business = link && (await users.byId(link.businessId))
  if (!business || link.ownerEpoch < business.sessionEpoch) return undefined
  return { staffId: link.staffId, business }
}

/** R131, and for a manager the shop. */
export async function shownUser(
  deps: Pick<Deps, 'managers' | 'users' | 'businesses'>,
  user: User,
): Promise<SessionUser> {
  const manager = await managerOf(deps, user)
  const business = manager && (await deps.businesses.byUserId(manager.business.id))
  if (!manager || !business) return sessionUser(user)
  const { staffId } = manager
  return {
    ...sessionUser(user),
    manager: { staffId, businessId: business.userId, businessName: business.businessName },
  }
}
