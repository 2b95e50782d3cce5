/** The whole history of a business: movements of points and everything beside them, one log order (design.md 3, "As of"). */
import { BEFORE_ALL, BIGINT_MAX } from '#contracts/units/numbers.ts'
import type { HistoryType } from '#contracts/calls/time-travel.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'

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

const OF_MOVEMENTS =
  'position, NULL AS stream, type, buyer_id, delta_tenths, actor_id, actor_role, on_behalf_of, command_id, recorded_at, stored_at'
const OF_HISTORY =
  'position, stream, type, buyer_id, NULL AS delta_tenths, actor_id, actor_role, on_behalf_of, command_id, recorded_at, stored_at'

/** Both tables as one, in the columns of HistoryRow. The conditions of `where` stand on either side of the union. */
const history = (where: string): string =>
  `SELECT ${OF_MOVEMENTS} FROM read.movements WHERE ${where} UNION ALL SELECT ${OF_HISTORY} FROM read.business_history WHERE ${where}`

/**
 * Those of the business $1 behind the place $2 and up to the place $3. Both columns as one: or PostgreSQL may walk through everybody's lines by their
 * positions, leaving out those of others.
 */
const BETWEEN = '(business_id, position) > ($1::int, $2::bigint) AND (business_id, position) <= ($1::int, $3::bigint)'

/** The first $4 of them in an order, under the name `event`; `and`: a further condition. Each table gives no more, or the union would hold them all. */
function ordered(order: 'ASC' | 'DESC', and = ''): string {
  const part = (columns: string, table: string) =>
    `(SELECT ${columns} FROM read.${table} WHERE ${BETWEEN} ${and} ORDER BY business_id ${order}, position ${order} LIMIT $4)`
  return `(${part(OF_MOVEMENTS, 'movements')} UNION ALL ${part(OF_HISTORY, 'business_history')}) AS event ORDER BY event.position ${order} LIMIT $4`
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
    `SELECT ${COLUMNS} FROM ${ordered('ASC', 'AND ($5::text[] IS NULL OR type = ANY($5))')}`,
    [businessId, after, BIGINT_MAX, limit, types ?? null],
  )
  return rows
}

/** The event next to a position in a direction; undefined where there is none. */
export async function eventBeside(
  db: Queryable,
  businessId: number,
  position: string,
  direction: 'next' | 'previous',
): Promise<HistoryRow | undefined> {
  const [after, until] = direction === 'next' ? [position, BIGINT_MAX] : [BEFORE_ALL, String(BigInt(position) - 1n)]
  const { rows } = await db.query<HistoryRow>(
    `SELECT ${COLUMNS} FROM ${ordered(direction === 'next' ? 'ASC' : 'DESC')}`,
    [businessId, after, until, 1],
  )
  return rows[0]
}

export type Span = { first: Date | null; last: Date | null; total: number; buckets: number[] }

/** At once, so that no statement takes longer than it may, however long a history is. */
const EVENTS_AT_ONCE = 100_000

/** How long the history is and how its events lie in it, in hundredths of its time. Every event is read, once. */
export async function spanOf(db: Queryable, businessId: number, { eventsAtOnce = EVENTS_AT_ONCE } = {}): Promise<Span> {
  const [start, end] = [
    await eventBeside(db, businessId, BEFORE_ALL, 'next'),
    await eventBeside(db, businessId, BIGINT_MAX, 'previous'),
  ]
  if (!start || !end) return { first: null, last: null, total: 0, buckets: Array.from({ length: 100 }, () => 0) }
  for (let ends = { first: start.storedAt, last: end.storedAt }; ;) {
    const span = await bucketsOf(db, businessId, ends, { until: end.position, eventsAtOnce })
    // Where the store's clock once went back, the first moment may not be the first event's: then it is known now.
    if (span.first.getTime() === ends.first.getTime() && span.last.getTime() === ends.last.getTime()) return span
    ends = { first: span.first, last: span.last }
  }
}

type Ends = { first: Date; last: Date }
type Bucket = { bucket: number; n: number; end: string; from: Date; to: Date }

/** With the first and the last moment that were found on the way. */
async function bucketsOf(
  db: Queryable,
  businessId: number,
  { first, last }: Ends,
  { until, eventsAtOnce }: { until: string; eventsAtOnce: number },
): Promise<Span & Ends> {
  const span = { first, last, total: 0, buckets: Array.from({ length: 100 }, () => 0) }
  for (const table of ['movements', 'business_history']) {
    for (let after: string | undefined = BEFORE_ALL; after !== undefined;) {
      const { rows }: { rows: Bucket[] } = await db.query<Bucket>(
        `SELECT greatest(0, least(99, floor(100 * extract(epoch FROM stored_at - $5::timestamptz) / greatest(0.001, extract(epoch FROM $6::timestamptz - $5::timestamptz)))))::int
           AS bucket, count(*) AS n, max(position)::text AS "end", min(stored_at) AS "from", max(stored_at) AS "to"
         FROM (SELECT position, stored_at FROM read.${table} WHERE ${BETWEEN} ORDER BY business_id, position LIMIT $4) AS event GROUP BY 1`,
        [businessId, after, until, eventsAtOnce, first, last],
      )
      after = undefined
      for (const { bucket, n, end, from, to } of rows) {
        span.buckets[bucket] = (span.buckets[bucket] ?? 0) + n
        span.total += n
        if (from < span.first) span.first = from
        if (to > span.last) span.last = to
        if (after === undefined || BigInt(end) > BigInt(after)) after = end
      }
    }
  }
  return span
}

/**
 * The last event of a business at a moment, on the store's clock, or at a position; undefined where there was none yet. With a moment goes a
 * place in the log that stands behind everything stored up to it (daily-book knows one): only what lies between is read.
 */
export async function lastEventAt(
  db: Queryable,
  businessId: number,
  { at, position }: { at?: { moment: Date; placeBehind: string } | undefined; position?: string | undefined },
): Promise<{ position: string; storedAt: Date } | undefined> {
  const behind = at === undefined ? BIGINT_MAX : String(BigInt(at.placeBehind) - 1n)
  const until = position !== undefined && BigInt(position) < BigInt(behind) ? position : behind
  const { rows } = await db.query<{ position: string; storedAt: Date }>(
    `SELECT position::text AS "position", stored_at AS "storedAt" FROM ${ordered('DESC', 'AND ($5::timestamptz IS NULL OR stored_at <= $5)')}`,
    [businessId, BEFORE_ALL, until, 1, at?.moment ?? null],
  )
  return rows[0]
}

/** The data of an event that stands in this table; undefined for one that moved points. */
export async function factsAt(
  db: Queryable,
  businessId: number,
  position: string,
): Promise<Record<string, unknown> | undefined> {
  const { rows } = await db.query<{ facts: string }>(
    'SELECT facts FROM read.business_history WHERE business_id = $1 AND position = $2::bigint',
    [businessId, position],
  )
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
type ActingSpan = {
  businessId: number
  adminId: number
  startedAt: Date
  end: Date
  nextAt: Date | null
  places: { first: string; last: string }
}

/** What an administrator wrote on a business's accounts during one visit, oldest first. What he wrote from his next visit's begin on is that one's. */
export async function actsOnBehalf(
  db: Queryable,
  { businessId, adminId, startedAt, end, nextAt, places }: ActingSpan,
): Promise<Act[]> {
  const where = `business_id = $1 AND position BETWEEN $6::bigint AND $7::bigint AND actor_id = $2 AND on_behalf_of = $1 AND buyer_id IS NOT NULL
    AND recorded_at BETWEEN $3 AND $4 AND ($5::timestamptz IS NULL OR recorded_at < $5)`
  const { rows } = await db.query<Act>(
    `SELECT position::text AS "position", type, recorded_at AS at, buyer_id AS "buyerId" FROM (${history(where)}) AS event ORDER BY event.position LIMIT 500`,
    [businessId, adminId, startedAt, end, nextAt, places.first, places.last],
  )
  return rows
}
