/** The whole history of a business: movements of points and everything beside them, one log order (design.md 3, "As of"). */
import type { HistoryType } from '#contracts/time-travel.ts'
import type { Queryable } from '#platform/postgres.ts'

export type HistoryRow = {
  position: string
  stream: string | null
  type: HistoryType
  buyerId: number | null
  /** Null for an event that moves no points. */
  deltaTenths: number | null
  actorId: number
  actorRole: string
  onBehalfOf: number | null
  commandId: string
  recordedAt: Date
  storedAt: Date
}

/** Both tables as one, in the columns of HistoryRow. The conditions of `where` stand on either side of the union. */
function history(where: string): string {
  return `
    SELECT position, NULL AS stream, type, buyer_id, delta_tenths, actor_id, actor_role, on_behalf_of, command_id, recorded_at, stored_at
    FROM read.movements WHERE ${where}
    UNION ALL
    SELECT position, stream, type, buyer_id, NULL, actor_id, actor_role, on_behalf_of, command_id, recorded_at, stored_at
    FROM read.business_history WHERE ${where}`
}

const COLUMNS = `position::text AS "position", stream, type, buyer_id AS "buyerId", delta_tenths AS "deltaTenths", actor_id AS "actorId",
  actor_role AS "actorRole", on_behalf_of AS "onBehalfOf", command_id AS "commandId", recorded_at AS "recordedAt", stored_at AS "storedAt"`

/** Marks after a position, oldest first. */
export async function historyOf(
  db: Queryable,
  businessId: number,
  { after, limit, types }: { after: string; limit: number; types: readonly HistoryType[] | undefined },
): Promise<HistoryRow[]> {
  const { rows } = await db.query<HistoryRow>(
    `SELECT ${COLUMNS} FROM (${history('business_id = $1 AND position > $2::bigint AND ($4::text[] IS NULL OR type = ANY($4))')}) AS event
     ORDER BY event.position LIMIT $3`,
    [businessId, after, limit, types ?? null],
  )
  return rows
}

/** The event next to a position in a direction; undefined where there is none. */
export async function eventBeside(db: Queryable, businessId: number, position: string, direction: 'next' | 'previous'): Promise<HistoryRow | undefined> {
  const [sign, order] = direction === 'next' ? ['>', 'ASC'] : ['<', 'DESC']
  const { rows } = await db.query<HistoryRow>(
    `SELECT ${COLUMNS} FROM (${history(`business_id = $1 AND position ${sign} $2::bigint`)}) AS event ORDER BY event.position ${order} LIMIT 1`,
    [businessId, position],
  )
  return rows[0]
}

export type Span = { first: { position: string; at: Date } | null; last: { position: string; at: Date } | null; total: number; buckets: number[] }

/** How long the history is and how its events lie in it, in hundredths of its time. */
export async function spanOf(db: Queryable, businessId: number): Promise<Span> {
  const { rows } = await db.query<{ bucket: number; n: number; first: string; last: string; from: Date; to: Date }>(
    `WITH event AS (${history('business_id = $1')}), span AS (SELECT min(stored_at) AS starts, max(stored_at) AS ends FROM event)
     SELECT least(99, floor(100 * extract(epoch FROM stored_at - starts) / greatest(0.001, extract(epoch FROM ends - starts))))::int AS bucket, count(*) AS n,
       min(position)::text AS "first", max(position)::text AS "last", min(stored_at) AS "from", max(stored_at) AS "to"
     FROM event, span GROUP BY 1 ORDER BY 1`,
    [businessId],
  )
  const buckets = Array.from({ length: 100 }, () => 0)
  for (const { bucket, n } of rows) buckets[bucket] = n
  const [first, last] = [rows[0], rows.at(-1)]
  return {
    first: first ? { position: first.first, at: first.from } : null,
    last: last ? { position: last.last, at: last.to } : null,
    total: rows.reduce((sum, { n }) => sum + n, 0),
    buckets,
  }
}

/** The last event of a business at a moment, on the store's clock, or at a position; undefined where there was none yet. */
export async function lastEventAt(
  db: Queryable,
  businessId: number,
  { at, position }: { at?: Date | undefined; position?: string | undefined },
): Promise<{ position: string; storedAt: Date } | undefined> {
  const { rows } = await db.query<{ position: string; storedAt: Date }>(
    `SELECT position::text AS "position", stored_at AS "storedAt" FROM (
       ${history('business_id = $1 AND ($2::timestamptz IS NULL OR stored_at <= $2) AND ($3::bigint IS NULL OR position <= $3::bigint)')}
     ) AS event ORDER BY event.position DESC LIMIT 1`,
    [businessId, at ?? null, position ?? null],
  )
  return rows[0]
}

/** The data of an event that stands in this table; undefined for one that moved points. */
export async function factsAt(db: Queryable, businessId: number, position: string): Promise<Record<string, unknown> | undefined> {
  const { rows } = await db.query<{ facts: string }>('SELECT facts FROM read.business_history WHERE business_id = $1 AND position = $2::bigint', [
    businessId,
    position,
  ])
  return rows[0] && (JSON.parse(rows[0].facts) as Record<string, unknown>)
}

/** The latest of these kinds of events up to a position, with its data. Of PlanChanged with `reactivating` only those that made an expired business active. */
export async function latestFacts(
  db: Queryable,
  businessId: number,
  types: readonly HistoryType[],
  position: string,
  { reactivating = false }: { reactivating?: boolean } = {},
): Promise<{ type: HistoryType; facts: Record<string, unknown> } | undefined> {
  const { rows } = await db.query<{ type: HistoryType; facts: string }>(
    `SELECT type, facts FROM read.business_history AS event
     WHERE business_id = $1 AND type = ANY($2) AND event.position <= $3::bigint
       AND (NOT $4::boolean OR type <> 'PlanChanged' OR facts::jsonb -> 'reactivates' = 'true'::jsonb)
     ORDER BY event.position DESC LIMIT 1`,
    [businessId, types, position, reactivating],
  )
  return rows[0] && { type: rows[0].type, facts: JSON.parse(rows[0].facts) as Record<string, unknown> }
}

export type Act = { position: string; type: HistoryType; at: Date; buyerId: number | null }

/** A visit's span; `nextAt`: when the same administrator's next one began, if it did. `places`: between which everything lies that was recorded then. */
type ActingSpan = { businessId: number; adminId: number; startedAt: Date; end: Date; nextAt: Date | null; places: { first: string; last: string } }

/** What an administrator wrote on a business's accounts during one visit, oldest first. What he wrote from his next visit's begin on is that one's. */
export async function actsOnBehalf(db: Queryable, { businessId, adminId, startedAt, end, nextAt, places }: ActingSpan): Promise<Act[]> {
  const where = `business_id = $1 AND position BETWEEN $6::bigint AND $7::bigint AND actor_id = $2 AND on_behalf_of = $1 AND buyer_id IS NOT NULL
    AND recorded_at BETWEEN $3 AND $4 AND ($5::timestamptz IS NULL OR recorded_at < $5)`
  const { rows } = await db.query<Act>(
    `SELECT position::text AS "position", type, recorded_at AS at, buyer_id AS "buyerId" FROM (${history(where)}) AS event ORDER BY event.position LIMIT 500`,
    [businessId, adminId, startedAt, end, nextAt, places.first, places.last],
  )
  return rows
}
