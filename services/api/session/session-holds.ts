import type { FastifyRequest, Session } from 'fastify'
import type { User } from '#accounts/users.ts'
import { ApiError } from '../http/api-error.ts'
import type { Deps } from '../deps.ts'
import { visitHolds } from '../plugins/support-visits.ts'

/**
 * Whether the session under a long answer still is what it was when the answer began: not ended here or elsewhere, not on another
 * visit, nor on one that is over (H31), its business still taking part. Asked again and again while the answer lasts.
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
    if (visit && !(await visitHolds(deps, session, visit))) return false
    const owner = userId === undefined ? undefined : await deps.users.byId(userId)
    if (!owner || (session.epoch ?? 0) < owner.sessionEpoch) return false
    return user.role !== 'business' || visit !== null || (await deps.businesses.byUserId(user.id))?.status === 'active'
  }
}

/**
 * The same for a download, to be called between its pages: throws 'not_signed_in' once the session is over, and the file breaks off without its
 * closing line. Where nobody can be asked now, it goes on: without its store no session can end either.
 */
export function endsWithSession(request: FastifyRequest, deps: Deps, user: User): () => Promise<void> {
  const holds = sessionHolds(request, deps, user)
  return async () => {
    if (!(await holds().catch(() => true))) throw new ApiError('not_signed_in')
  }
}
