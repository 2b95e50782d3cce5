/** What the event outbox holds that the log does not: for the administrator's overview and the worker's log. */
import type { Queryable } from '../postgres/postgres.ts'

/** A relay needs seconds. What waits for longer is stuck, or the store is away, or no worker runs. */
const LATE_AFTER_SECONDS = 60
/** Named at most; they are for a person to look at. */
const MOST_NAMED = 20

/** `lateStreams`: those with an event that has waited for more than a minute, the oldest first, at most 20. */
export type WaitingEvents = { waiting: number; lateStreams: string[] }

/** Costs as much as waits, so next to nothing where all is well. Throws where PostgreSQL is away. */
export async function waitingEvents(db: Queryable): Promise<WaitingEvents> {
  const { rows } = await db.query<WaitingEvents>(
    `SELECT coalesce(sum(events), 0)::bigint AS waiting,
       coalesce((array_agg(stream ORDER BY since, stream) FILTER (WHERE since < now() - interval '${LATE_AFTER_SECONDS} seconds'))[:${MOST_NAMED}], '{}') AS "lateStreams"
     FROM (SELECT stream, count(*) AS events, min(recorded_at) AS since FROM event_outbox WHERE position IS NULL GROUP BY stream) AS waiting`,
  )
  return rows[0] ?? { waiting: 0, lateStreams: [] }
}
