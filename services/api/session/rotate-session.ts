import type { FastifyRequest, Session } from 'fastify'
import { renewSession } from './renew-session.ts'

/**
 * H17: gives the session a new id, without its visit, and adds `more`. `touchedAt` is renewed so that no running call of
 * the visit extends the session, which would write back an old record (plugins/sessions.ts).
 */
export async function rotateSession(request: FastifyRequest, more: Partial<Session> = {}): Promise<void> {
  const { visit: _left, ...kept } = request.session
  await renewSession(request, { ...kept, ...more, touchedAt: Date.now() }, request.renewal)
}
