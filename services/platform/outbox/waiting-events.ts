/** Events recorded in the outbox but not yet in the log, for the administrator's overview and the worker's log. */
import type { Queryable } from '../postgres/postgres.ts'

/** The relay needs seconds. Later events are stuck, or the store is unavailable, or no worker runs. */
const LATE_AFTER_SECONDS = 60
/** Limit of the list, which is for a person to look at. */
const MOST_NAMED = 20

/** `lateStreams`: streams with an event waiting for more than a minute, oldest first, at most 20. */
export type WaitingEvents = { waiting: number; lateStreams: string[] }

/**
 * The cost grows with the number of waiting events, so it is tiny in normal operation. Throws if PostgreSQL is
 * unavailable.
 */
export async function waitingEvents(db: Queryable): Promise<WaitingEvents> {
  const { rows } = await db.query<WaitingEvents>(
    `SELECT coalesce(sum(events), 0)::bigint AS waiting,
       coalesce((array_agg(stream ORDER BY since, stream) FILTER (WHERE since < now() - interval '${LATE_AFTER_SECONDS} seconds'))[:${MOST_NAMED}], '{}') AS "lateStreams"
     FROM (SELECT stream, count(*) AS events, min(recorded_at) AS since FROM event_outbox WHERE position IS NULL GROUP BY stream) AS waiting`,
  )
  return rows[0] ?? { waiting: 0, lateStreams: [] }
}
