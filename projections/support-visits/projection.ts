/** Support visits (H31), one row per visit. */
import type { SupportEvent } from '#contracts/events/support-events.ts'
import { SUPPORT_PREFIX } from '#contracts/events/support-events.ts'
import { isPowerEvent, type LedgerLogEvent, type PowerEvent } from '../runtime/catch-up/power-event.ts'
import type { AskingLogReadModel } from '../runtime/generations/read-model.ts'
import { visitsTable, type VisitCall } from './table.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'

type VisitEvent = Extract<PowerEvent, { family: 'support' }>

export const supportVisits: AskingLogReadModel = {
  ...visitsTable,

  // Visits are rare, so one statement per event is fast enough.
  async projectLog(db, schema, events) {
    for (const event of events) if (isVisit(event)) await applyVisit(db, schema, event)
  },

  follows: (event) => isVisit(event),
}

const isVisit = (event: LedgerLogEvent): event is VisitEvent => isPowerEvent(event) && event.family === 'support'

async function applyVisit(db: Queryable, schema: string, event: VisitEvent): Promise<void> {
  const visitId = event.stream.slice(SUPPORT_PREFIX.length)
  const at = event.metadata.recordedAt
  const update = (set: string, values: readonly unknown[]) =>
    db.query(`UPDATE ${schema}.support_visits SET ${set} WHERE visit_id = $1`, [visitId, ...values])
  const said: SupportEvent = event
  switch (said.type) {
    case 'VisitStarted':
      await db.query(
        visitsTable.insert(schema),
        visitsTable.values([
          {
            visitId,
            businessId: said.data.businessId,
            adminId: event.metadata.actor.userId,
            position: event.position,
            reason: said.data.reason,
            mode: 'view',
            startedAt: at,
            expiresAt: said.data.expiresAt,
            actingSince: null,
            endedAt: null,
            ended: null,
            endedPosition: null,
            calls: '[]',
          },
        ]),
      )
      return
    case 'ModeChanged':
      await update(
        `mode = $2, acting_since = CASE WHEN $2 = 'act' THEN coalesce(acting_since, $3::timestamptz) ELSE acting_since END`,
        [said.data.mode, at],
      )
      return
    case 'CallRefused':
    case 'CallMade': {
      const { method, path } = said.data
      const call: VisitCall = { at, method, path, made: said.type === 'CallMade' }
      await update('calls = calls || $2::jsonb', [JSON.stringify([call])])
      return
    }
    case 'VisitEnded':
      await update('ended_at = least($2::timestamptz, expires_at), ended = $3, ended_position = $4', [
        at,
        said.data.how,
        String(event.position),
      ])
  }
}
