import type { FastifyRequest } from 'fastify'
import type { User } from '#accounts/users.ts'
import { deviceName } from './device-name.ts'
import { renewSession } from './renew-session.ts'

/** Always under a new session id, against session fixation (H17). `secondFactor`: proved, for staff (decision 55). */
export async function openSession(
  request: FastifyRequest,
  { id, sessionEpoch, role }: Pick<User, 'id' | 'sessionEpoch' | 'role'>,
  { secondFactor }: { secondFactor?: boolean | undefined } = {},
): Promise<void> {
  const now = Date.now()
  const content = {
    userId: id,
    epoch: sessionEpoch,
    signedInAt: now,
    touchedAt: now,
    device: deviceName(request.headers['user-agent']),
    ...((role === 'admin' || role === 'auditor') && {
      staff: true as const,
      ...(secondFactor && { secondFactor: true as const }),
    }),
  }
  await renewSession(request, content, request.renewal)
}
