import type { FastifyRequest } from 'fastify'
import { renewSession } from './renew-session.ts'

/**
 * H17: gives the session a new id, without its visit. `touchedAt` is renewed so that no running call of the visit
 * extends the session, which would write back an old record (plugins/sessions.ts).
 */
export async function rotateSession(request: FastifyRequest): Promise<void> {
  const { visit: _left, ...kept } = request.session
  await renewSession(request, { ...kept, touchedAt: Date.now() }, request.renewal)
}
