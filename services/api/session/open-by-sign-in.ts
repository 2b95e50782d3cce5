import type { FastifyRequest } from 'fastify'
import type { User } from '#accounts/users.ts'
import type { Deps } from '../deps.ts'
import { optionalKey } from '../idempotency/idempotency-key.ts'
import { openSession } from './open-session.ts'

/**
 * Opens the session of a proved sign-in and records it. A retry with the same key within two minutes replaces the
 * session of its first try and is not recorded again (decision 30).
 */
export async function openBySignIn(
  request: FastifyRequest,
  { sessions }: Pick<Deps, 'sessions'>,
  user: Pick<User, 'id' | 'sessionEpoch' | 'role'>,
  record: () => Promise<void>,
  proved: { secondFactor?: boolean } = {},
): Promise<void> {
  const key = optionalKey(request)
  const call = key === undefined ? undefined : `sign-in ${user.id} ${key}`
  const isRetry = call !== undefined && (await sessions.openedBy(call)) !== undefined
  await openSession(request, user, proved)
  // Noted last: after a crash in between the sign-in is rather recorded twice than not at all.
  if (!isRetry) await record()
  if (call !== undefined) await sessions.replaceOpened(call, request.session.sessionId, user.id)
}
