/** The whole history of a business: movements and other events, in log order. */
import { BEFORE_ALL, BIGINT_MAX } from '#contracts/units/numbers.ts'
import type { HistoryType } from '#contracts/calls/staff/time-travel.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'
import { columnName, type Row, type RowOf } from '../runtime/generations/table.ts'
import { historyTable } from './table.ts'

/** Fields that both tables have. */
const SHARED = [
  'position',
  'type',
  'buyerId',
  'actorId',
  'actorRole',
  'onBehalfOf',
  'commandId',
  'recordedAt',
  'storedAt',
] as const

export type HistoryRow = Omit<Pick<Row<typeof historyTable.columns>, (typeof SHARED)[number]>, 'type'> & {
  type: HistoryType
  /** Null for a movement. */
  stream: string | null
  /** Null for an event that moves no points. */
  deltaTenths: number | null
}

const SHARED_COLUMNS = SHARED.map(columnName).join(', ')
const OF_MOVEMENTS = `${SHARED_COLUMNS}, NULL AS stream, delta_tenths`
const OF_HISTORY = `${SHARED_COLUMNS}, stream, NULL AS delta_tenths`

/** Both tables in the columns of HistoryRow; `where` is applied to each before the union. */
const history = (where: string): string =>
  `SELECT ${OF_MOVEMENTS} FROM read.movements WHERE ${where} UNION ALL SELECT ${OF_HISTORY} FROM read.business_history WHERE ${where}`

/** Events of business $1 after $2 up to $3. Compares row values, or PostgreSQL may scan all businesses by position. */
const BETWEEN = '(business_id, position) > ($1::int, $2::bigint) AND (business_id, position) <= ($1::int, $3::bigint)'

/** The first $4 events in an order, as `event`. LIMIT applies to each table, or the union would hold all rows. */
function ordered(order: 'ASC' | 'DESC', and = ''): string {
  const part = (columns: string, table: string) =>
    `(SELECT ${columns} FROM read.${table} WHERE ${BETWEEN} ${and} ORDER BY business_id ${order}, position ${order} LIMIT $4)`
  return `(${part(OF_MOVEMENTS, 'movements')} UNION ALL ${part(OF_HISTORY, 'business_history')}) AS event ORDER BY event.position ${order} LIMIT $4`
}

const COLUMNS = `${historyTable.select([...SHARED, 'stream'])}, delta_tenths AS "deltaTenths"`

/** After a position, oldest first. */
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

/** The adjacent event in a direction, if any. */
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

/** Events per statement, to stay within the statement timeout. */
const EVENTS_AT_ONCE = 100_000

/** The history's length, and its events in each hundredth of its time span. */
export async function spanOf(db: Queryable, businessId: number, { eventsAtOnce = EVENTS_AT_ONCE } = {}): Promise<Span> {
  const [start, end] = [
    await eventBeside(db, businessId, BEFORE_ALL, 'next'),
    await eventBeside(db, businessId, BIGINT_MAX, 'previous'),
  ]
  if (!start || !end) return { first: null, last: null, total: 0, buckets: Array.from({ length: 100 }, () => 0) }
  for (let ends = { first: start.storedAt, last: end.storedAt }; ;) {
    const span = await bucketsOf(db, businessId, ends, { until: end.position, eventsAtOnce })
    // If the store's clock went back, the first event may not have the first time; repeat with the true ends.
    if (span.first.getTime() === ends.first.getTime() && span.last.getTime() === ends.last.getTime()) return span
    ends = { first: span.first, last: span.last }
  }
}

type Ends = { first: Date; last: Date }
type Bucket = { bucket: number; n: number; end: string; from: Date; to: Date }

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

const place = historyTable.select(['position', 'storedAt'])

/**
 * The last event of a business up to a time (store's clock) or a position. `placeBehind`: a position after everything
 * stored up to that time (see daily-book), which limits the scan.
 */
export async function lastEventAt(
  db: Queryable,
  businessId: number,
  { at, position }: { at?: { moment: Date; placeBehind: string } | undefined; position?: string | undefined },
): Promise<RowOf<typeof place> | undefined> {
  const behind = at === undefined ? BIGINT_MAX : String(BigInt(at.placeBehind) - 1n)
  const until = position !== undefined && BigInt(position) < BigInt(behind) ? position : behind
  const { rows } = await db.query<RowOf<typeof place>>(
    `SELECT ${place} FROM ${ordered('DESC', 'AND ($5::timestamptz IS NULL OR stored_at <= $5)')}`,
    [businessId, BEFORE_ALL, until, 1, at?.moment ?? null],
  )
  return rows[0]
}

/** Undefined for an event that moved points. */
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

/**
 * The latest event of these types up to a position. `reactivating` limits PlanChanged to those that reactivated a
 * business.
 */
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

const use = historyTable.select(['tillId', 'recordedAt'])

/** The latest use of a redemption's code, whether undone or not. */
export async function lastUseOf(db: Queryable, redemptionId: string): Promise<RowOf<typeof use> | undefined> {
  const { rows } = await db.query<RowOf<typeof use>>({
    name: 'last-use-of',
    text: `SELECT ${use} FROM read.business_history WHERE redemption_id = $1 AND type = 'RedemptionUsed' ORDER BY business_history.position DESC LIMIT 1`,
    values: [redemptionId],
  })
  return rows[0]
}

export type Act = { position: string; type: HistoryType; at: Date; buyerId: number | null }

/** `nextAt`: start of the same administrator's next visit. `places`: positions that enclose the visit's events. */
type ActingSpan = {
  businessId: number
  adminId: number
  startedAt: Date
  end: Date
  nextAt: Date | null
  places: { first: string; last: string }
}

/**
 * An administrator's events on a business's accounts during one visit, oldest first. From `nextAt` on they belong to
 * the next visit.
 */
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
