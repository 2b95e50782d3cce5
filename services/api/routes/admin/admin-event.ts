import type { FastifyRequest } from 'fastify'
import { ADMIN_EVENT_DATA, adminStream, type AdminEvent } from '#contracts/events/support-events.ts'
import { recordEvents } from '#platform/outbox/event-outbox.ts'
import { uuid5 } from '#platform/event-store/ids.ts'
import { COMMAND_NAMESPACE } from '#ledger/ids.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'
import type { Deps } from '../../deps.ts'

/** `request`: only its id, which identifies retries. */
export type AdminAction = {
  request: Pick<FastifyRequest, 'id'>
  adminId: number
  deps: Pick<Deps, 'now'>
  /** A name for an event recorded once per administrator. */
  once?: string
}

/** Records an administrator's act in its transaction. */
export async function recordAdminEvent(
  db: Queryable,
  { request, adminId, deps, once }: AdminAction,
  event: AdminEvent,
): Promise<void> {
  await recordEvents(db, adminStream(adminId), ADMIN_EVENT_DATA, [event], {
    commandId: uuid5(COMMAND_NAMESPACE, once === undefined ? `admin:${request.id}` : `admin:${adminId}:${once}`),
    actor: { userId: adminId, role: 'admin' },
    correlationId: request.id,
    at: deps.now(),
  })
}
