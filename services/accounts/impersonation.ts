/** Events of a support visit (H31): start, actions, refused calls, end. */
import type { VisitMode } from '#contracts/calls/staff/impersonation.ts'
import {
  SUPPORT_EVENT_DATA,
  SUPPORT_PREFIX,
  supportStream,
  type SupportEvent,
} from '#contracts/events/support-events.ts'
import { recordEvents } from '#platform/outbox/event-outbox.ts'
import { uuid5 } from '#platform/event-store/ids.ts'
import { orderMail } from '#platform/mail/mail-outbox.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'

export type Visit = { visitId: string; adminId: number; businessId: number }
type When = { correlationId: string; at: Date }

/** `what` distinguishes the visit's actions, for the command id. */
async function record(
  db: Queryable,
  { visitId, adminId, businessId }: Visit,
  what: string,
  event: SupportEvent,
  { correlationId, at }: When,
): Promise<boolean> {
  return recordEvents(db, supportStream(visitId), SUPPORT_EVENT_DATA, [event], {
    commandId: uuid5(visitId, what),
    actor: { userId: adminId, role: 'admin' },
    onBehalfOf: businessId,
    correlationId,
    at,
  })
}

/** Also mails the owner: who, when and why (H31). Repeats send one mail. */
export async function recordVisitStart(
  db: Queryable,
  visit: Visit,
  { reason, expiresAt, ...when }: When & { reason: string; expiresAt: Date },
): Promise<void> {
  const data = { businessId: visit.businessId, reason, expiresAt: expiresAt.toISOString() }
  await record(db, visit, 'start', { type: 'VisitStarted', data }, when)
  const parameters = { adminId: visit.adminId, startedAt: when.at.toISOString(), reason }
  await orderMail(db, {
    cause: `visit-started:${visit.visitId}`,
    template: 'visit_started',
    userId: visit.businessId,
    parameters,
  })
}

export async function recordMode(db: Queryable, visit: Visit, mode: VisitMode, when: When): Promise<void> {
  await record(
    db,
    visit,
    `mode ${when.correlationId}`,
    { type: 'ModeChanged', data: { businessId: visit.businessId, mode } },
    when,
  )
}

/** `path`: the route's pattern, without ids. `name`: equal for a call and its retry, so that both are one event. */
export async function recordCall(
  db: Queryable,
  visit: Visit,
  type: 'CallRefused' | 'CallMade',
  { name, method, path }: { name: string; method: string; path: string },
  when: When,
): Promise<void> {
  await record(db, visit, `call ${name}`, { type, data: { businessId: visit.businessId, method, path } }, when)
}

/** False if the visit had already ended. */
export async function recordVisitEnd(
  db: Queryable,
  visit: Visit,
  { how, ...when }: When & { how: 'exited' | 'expired' },
): Promise<boolean> {
  return record(db, visit, 'end', { type: 'VisitEnded', data: { businessId: visit.businessId, how } }, when)
}

/** Upper bound of the visits' stream names, for an index scan. */
const AFTER_SUPPORT =
  SUPPORT_PREFIX.slice(0, -1) + String.fromCharCode(SUPPORT_PREFIX.charCodeAt(SUPPORT_PREFIX.length - 1) + 1)

/**
 * Ends the visits of a removed administrator. Found by their events: a visit too new to be recorded ends with its next
 * call.
 */
export async function endVisitsOf(db: Queryable, adminId: number, when: When): Promise<void> {
  const { rows } = await db.query<{ stream: string; businessId: number }>(
    `SELECT stream, (data ->> 'businessId')::int AS "businessId" FROM event_outbox AS begun
     WHERE stream >= '${SUPPORT_PREFIX}' AND stream < '${AFTER_SUPPORT}' AND type = 'VisitStarted' AND (metadata -> 'actor' ->> 'userId')::int = $1 AND (data ->> 'expiresAt')::timestamptz > $2
       AND NOT EXISTS (SELECT FROM event_outbox AS later WHERE later.stream = begun.stream AND later.type = 'VisitEnded')
     ORDER BY id`,
    [adminId, when.at],
  )
  for (const { stream, businessId } of rows) {
    await recordVisitEnd(
      db,
      { visitId: stream.slice(SUPPORT_PREFIX.length), adminId, businessId },
      { how: 'expired', ...when },
    )
  }
}
