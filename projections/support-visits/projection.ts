/** Support visits (H31), one row per visit. */
import type { SupportEvent } from '#contracts/events/support-events.ts'
import { SUPPORT_PREFIX } from '#contracts/events/support-events.ts'
import { isPowerEvent, type LedgerLogEvent, type PowerEvent } from '../runtime/catch-up/power-event.ts'
import type { AskingLogReadModel } from '../runtime/generations/read-model.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'

type VisitEvent = Extract<PowerEvent, { family: 'support' }>

export const supportVisits: AskingLogReadModel = {
  table: 'support_visits',

  ddl: (schema) => `
    CREATE TABLE ${schema}.support_visits (
      visit_id uuid PRIMARY KEY,
      business_id integer NOT NULL,
      admin_id integer NOT NULL,
      position bigint NOT NULL,
      reason text NOT NULL,
      mode text NOT NULL,
      started_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL,
      acting_since timestamptz,
      ended_at timestamptz,
      ended text,
      ended_position bigint,
      -- what was refused and what was done, as they came: { at, method, path, made }
      calls jsonb NOT NULL
    ) WITH (fillfactor = 70);
    CREATE INDEX ON ${schema}.support_visits (business_id, position);
    CREATE INDEX ON ${schema}.support_visits (position);`,

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
        `INSERT INTO ${schema}.support_visits (visit_id, business_id, admin_id, position, reason, mode, started_at, expires_at, calls)
         VALUES ($1, $2, $3, $4, $5, 'view', $6, $7, '[]')`,
        [
          visitId,
          said.data.businessId,
          event.metadata.actor.userId,
          String(event.position),
          said.data.reason,
          at,
          said.data.expiresAt,
        ],
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
      await update('calls = calls || $2::jsonb', [
        JSON.stringify([{ at, method, path, made: said.type === 'CallMade' }]),
      ])
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
