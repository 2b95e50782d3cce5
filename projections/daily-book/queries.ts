import { BIGINT_MAX } from '#contracts/units/numbers.ts'
import { DAY_MS, yerevanDay } from '#contracts/units/time.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'
import type { Row } from '../runtime/generations/table.ts'
import type { bookTable } from './table.ts'

/** One day of the book, in tenths of a point; `day` is 'YYYY-MM-DD' in Asia/Yerevan. */
export type BookRow = Omit<Row<typeof bookTable.columns>, 'businessId' | 'firstPosition' | 'lastPosition'> & {
  openingTenths: number
  closingTenths: number
}

/** Both ends included, also days without movements. */
export async function bookOfBusiness(
  db: Queryable,
  businessId: number,
  { from, to }: { from: string; to: string },
): Promise<BookRow[]> {
  const { rows } = await db.query<BookRow>({
    name: 'book-of-business',
    text: `
      WITH moved AS (
        SELECT *, awarded_tenths - voided_tenths - redeemed_tenths + returned_tenths - forfeited_tenths AS net
        FROM read.daily_book WHERE business_id = $1 AND day <= $3::date
      ), before AS (
        SELECT coalesce(sum(net), 0) AS tenths FROM moved WHERE day < $2::date
      )
      SELECT calendar.day::date::text AS day,
        (before.tenths + coalesce(sum(moved.net) OVER earlier, 0))::int8 AS "openingTenths",
        coalesce(awarded_tenths, 0) AS "awardedTenths", coalesce(voided_tenths, 0) AS "voidedTenths",
        coalesce(redeemed_tenths, 0) AS "redeemedTenths", coalesce(returned_tenths, 0) AS "returnedTenths",
        coalesce(forfeited_tenths, 0) AS "forfeitedTenths",
        (before.tenths + coalesce(sum(moved.net) OVER earlier, 0) + coalesce(moved.net, 0))::int8 AS "closingTenths",
        coalesce(awards, 0) AS awards, coalesce(redemptions, 0) AS redemptions
      FROM generate_series($2::date::timestamp, $3::date::timestamp, interval '1 day') AS calendar (day)
      CROSS JOIN before
      LEFT JOIN moved ON moved.day = calendar.day::date
      WINDOW earlier AS (ORDER BY calendar.day ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
      ORDER BY calendar.day`,
    values: [businessId, from, to],
  })
  return rows
}

/** Positions of the first and last movement recorded on these days; undefined without movements. */
export async function positionsOfDays(
  db: Queryable,
  businessId: number,
  { from, to }: { from: string; to: string },
): Promise<{ first: string; last: string } | undefined> {
  const { rows } = await db.query<{ first: string | null; last: string | null }>({
    name: 'positions-of-days',
    text: `SELECT min(first_position)::text AS first, max(last_position)::text AS last FROM read.daily_book
      WHERE business_id = $1 AND day BETWEEN $2::date AND $3::date`,
    values: [businessId, from, to],
  })
  const { first = null, last = null } = rows[0] ?? {}
  return first !== null && last !== null ? { first, last } : undefined
}

/** Positions that enclose everything recorded at a business on these days, including events outside the book. */
export async function placesOfDays(
  db: Queryable,
  businessId: number,
  { from, to }: { from: string; to: string },
): Promise<{ first: string; last: string }> {
  const beside = (column: string, where: string, order: string) =>
    `(SELECT ${column} FROM read.daily_book WHERE business_id = $1 AND day ${where} ORDER BY day ${order} LIMIT 1)`
  const { rows } = await db.query<{ first: string; last: string }>(
    `SELECT least(min(first_position), coalesce(${beside('last_position', '< $2::date', 'DESC')}, 0))::text AS first,
       greatest(max(last_position), coalesce(${beside('first_position', '> $3::date', 'ASC')}, ${BIGINT_MAX}))::text AS last
     FROM read.daily_book WHERE business_id = $1 AND day BETWEEN $2::date AND $3::date`,
    [businessId, from, to],
  )
  return rows[0] ?? { first: '0', last: BIGINT_MAX }
}

export async function firstPositionSince(db: Queryable, businessId: number, day: string): Promise<string | undefined> {
  const { rows } = await db.query<{ first: string | null }>({
    name: 'first-position-since',
    text: 'SELECT min(first_position)::text AS first FROM read.daily_book WHERE business_id = $1 AND day >= $2::date',
    values: [businessId, day],
  })
  return rows[0]?.first ?? undefined
}

/**
 * A position after everything stored up to a time, so that a search needs no index on time: the start of a day more
 * than a day later. The spare day allows for a slow store clock.
 * Days that a fast clock dated too late are skipped, or the events after them would be missed.
 */
export async function placeBehind(db: Queryable, at: Date, businessId?: number): Promise<string> {
  const { rows } = await db.query<{ place: string }>(
    `WITH days AS (
       SELECT day, min(first_position) AS begins FROM read.daily_book
       WHERE day <= (now() AT TIME ZONE 'Asia/Yerevan')::date + 1 ${businessId === undefined ? '' : 'AND business_id = $2'} GROUP BY day
     ) SELECT begins::text AS place FROM days
     WHERE day > $1::date AND begins > coalesce((SELECT begins FROM days WHERE day <= $1::date ORDER BY day DESC LIMIT 1), -1) ORDER BY day LIMIT 1`,
    [yerevanDay(new Date(at.getTime() + DAY_MS)), ...(businessId === undefined ? [] : [businessId])],
  )
  return rows[0]?.place ?? BIGINT_MAX
}

export async function placedMoment(
  db: Queryable,
  moment: Date,
  businessId?: number,
): Promise<{ moment: Date; placeBehind: string }> {
  return { moment, placeBehind: await placeBehind(db, moment, businessId) }
}
