/** The session of a paired till: its business's, limited by the rights table, and valid while its row says so. */
import type { FastifyRequest, Session } from 'fastify'
import type { User } from '#accounts/users.ts'
import type { Till, Tills } from '#businesses/staff/tills.ts'
import { deviceName } from '../session/device-name.ts'
import { renewSession } from '../session/renew-session.ts'

declare module 'fastify' {
  interface Session {
    till?: { tillId: string; pairing: string }
  }
}

/** The till of this session; undefined if it was revoked or paired anew, or belongs to another business. */
export async function tillOf(
  { tills }: { tills: Tills },
  { till: paired, userId }: Pick<Session, 'till' | 'userId'>,
): Promise<(Till & { pairing: string }) | undefined> {
  const till = paired && (await tills.byId(paired.tillId))
  if (!paired || till?.pairing !== paired.pairing || till.businessId !== userId) return undefined
  return { ...till, pairing: paired.pairing }
}

/** Takes the place of the session that the browser had before, so that a till is nothing else. */
export async function openTillSession(
  request: FastifyRequest,
  { id, sessionEpoch }: Pick<User, 'id' | 'sessionEpoch'>,
  { tillId, pairing }: { tillId: string; pairing: string },
): Promise<void> {
  const now = Date.now()
  const content = {
    userId: id,
    epoch: sessionEpoch,
    signedInAt: now,
    touchedAt: now,
    device: deviceName(request.headers['user-agent']),
    till: { tillId, pairing },
  }
  // The record of a first try, which is over, would stay in Redis for 90 days.
  await renewSession(request, content, `pair-till ${tillId}`)
}
