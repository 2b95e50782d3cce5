import type { FastifyRequest } from 'fastify'
import type { User } from '#accounts/users.ts'
import { deviceName } from './device-name.ts'

/** Signs a user in: always under a new session id, so that a planted one is worth nothing (H17). */
export async function openSession(request: FastifyRequest, { id, sessionEpoch }: Pick<User, 'id' | 'sessionEpoch'>): Promise<void> {
  await request.session.regenerate()
  request.session.userId = id
  request.session.epoch = sessionEpoch
  request.session.signedInAt = Date.now()
  request.session.touchedAt = Date.now()
  request.session.device = deviceName(request.headers['user-agent'])
}
