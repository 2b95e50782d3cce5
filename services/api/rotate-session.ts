import type { FastifyRequest } from 'fastify'
import { renewSession } from './renew-session.ts'

/** H17: another id for the same session, without a visit: whoever knew the old id knows nothing. */
export async function rotateSession(request: FastifyRequest): Promise<void> {
  const { visit: _left, ...kept } = request.session
  await renewSession(request, kept)
}
