import type { Queryable } from '../postgres/postgres.ts'

/** The relay needs seconds. */
const LATE_AFTER_SECONDS = 60
const MOST_NAMED = 20

/** `lateStreams`: waiting for over a minute, oldest first, at most 20. */
export type WaitingEvents = { waiting: number; lateStreams: string[] }

/** Costs grow with waiting events only. Throws if PostgreSQL is down. */
export async function waitingEvents(db: Queryable): Promise<WaitingEvents> {
  const { rows } = await db.query<WaitingEvents>(
    `SELECT coalesce(sum(events), 0)::bigint AS waiting,
       coalesce((array_agg(stream ORDER BY since, stream) FILTER (WHERE since < now() - interval '${LATE_AFTER_SECONDS} seconds'))[:${MOST_NAMED}], '{}') AS "lateStreams"
     FROM (SELECT stream, count(*) AS events, min(recorded_at) AS since FROM event_outbox WHERE position IS NULL GROUP BY stream) AS waiting`,
  )
  return rows[0] ?? { waiting: 0, lateStreams: [] }
}
