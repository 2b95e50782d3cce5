import type { FastifyRequest } from 'fastify'
import { renewSession } from './renew-session.ts'

/**
 * H17: another id for the same session, without a visit: whoever knew the old id knows nothing. Dated anew, so that none of a visit's calls dates it:
 * it would write the record as it was when the call began, and a mode that was left since (plugins/sessions.ts).
 */
export async function rotateSession(request: FastifyRequest): Promise<void> {
  const { visit: _left, ...kept } = request.session
  await renewSession(request, { ...kept, touchedAt: Date.now() })
}
