import type { FastifyRequest } from 'fastify'
import type { User } from '#accounts/users.ts'
import { deviceName } from './device-name.ts'
import { renewSession } from './renew-session.ts'

/** Signs a user in: always under a new session id, so that a planted one is worth nothing (H17). */
export async function openSession(
  request: FastifyRequest,
  { id, sessionEpoch }: Pick<User, 'id' | 'sessionEpoch'>,
): Promise<void> {
  const now = Date.now()
  const content = {
    userId: id,
    epoch: sessionEpoch,
    signedInAt: now,
    touchedAt: now,
    device: deviceName(request.headers['user-agent']),
  }
  await renewSession(request, content)
}
