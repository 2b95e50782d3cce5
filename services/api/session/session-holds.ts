import type { FastifyRequest, Session } from 'fastify'
import type { User } from '#accounts/users.ts'
import { ApiError } from '../http/api-error.ts'
import type { Deps } from '../deps.ts'
import { visitHolds } from '../plugins/support-visits.ts'
import { managerOf } from './manager-session.ts'
import { tillOf } from '../till/till-session.ts'

/**
 * Checks during a long response that its session is unchanged: not ended, same running visit (H31), till not revoked, manager's sign-in
 * not ended, business active.
 */
export function sessionHolds(request: FastifyRequest, deps: Deps, user: User): () => Promise<boolean> {
  const { sessionId, userId } = request.session
  const { visit } = request
  const record = () =>
    new Promise<Session | null | undefined>((resolve, reject) =>
      deps.sessions.get(sessionId, (error, found) => (error ? reject(error) : resolve(found))),
    )

  return async () => {
    const session = await record()
    if (!session || session.userId !== userId || session.visit?.visitId !== visit?.visitId) return false
    if (session.till && !(await tillOf(deps, session))) return false
    if (visit && !(await visitHolds(deps, session, visit))) return false
    const owner = userId === undefined ? undefined : await deps.users.byId(userId)
    if (!owner || (session.epoch ?? 0) < owner.sessionEpoch) return false
    if (owner.role === 'manager' && !(await managerOf(deps, owner))) return false
    return user.role !== 'business' || visit !== null || (await deps.businesses.byUserId(user.id))?.status === 'active'
  }
}

/**
 * For downloads, between pages: throws 'not_signed_in' once the session is over, so that the file lacks its closing
 * line. Continues while the store is down, because no session can end then.
 */
export function endsWithSession(request: FastifyRequest, deps: Deps, user: User): () => Promise<void> {
  const holds = sessionHolds(request, deps, user)
  return async () => {
    if (!(await holds().catch(() => true))) throw new ApiError('not_signed_in')
  }
}
