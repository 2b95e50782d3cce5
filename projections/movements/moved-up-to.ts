/**
 * What moved up to a place in the log, without reading all of its lines: the days of the book that had ended there as they stand in it, and of
 * a day that goes on behind the place the lines before it.
 *
 * Exact for any order of the log: every line stands in the book on the day when it was recorded, between that day's first and last place.
 * A day whose last place is not behind P has all of its lines up to P, one whose first place is behind P has none of them, and of the others
 * the lines are counted one by one. A line that was recorded before midnight and written after it makes its day end later, and nothing else.
 */

/** A day in Asia/Yerevan, as the book has it; it needs no time-zone database (H10). */
const DAY = `(line.recorded_at AT TIME ZONE interval '4 hours')::date`

const tenthsOf = (type: string, sign = '') => `CASE WHEN line.type = '${type}' THEN ${sign}line.delta_tenths ELSE 0 END`

/**
 * The rows as SQL, several for one day: business_id, day and what was awarded, voided, redeemed, returned and forfeited, in tenths, with how many awards.
 * `place`: the placeholder of P. `of`: a condition on the days, which stand under the name `book`.
 */
export function movedUpTo(place: string, of = 'true'): string {
  // A subquery for itself for each day, and both columns as one: or PostgreSQL may read the lines of all businesses, and leave out the others'.
  return `
    SELECT book.business_id, book.day, book.awarded_tenths, book.voided_tenths, book.redeemed_tenths, book.returned_tenths, book.forfeited_tenths, book.awards
    FROM read.daily_book AS book WHERE ${of} AND book.last_position <= ${place}
    UNION ALL
    SELECT book.business_id, book.day, ${tenthsOf('PointsAwarded')}, ${tenthsOf('AwardVoided', '-')}, ${tenthsOf('PerkRedeemed', '-')},
      ${tenthsOf('PointsRefunded')}, ${tenthsOf('AccountClosed', '-')}, (line.type = 'PointsAwarded')::int
    FROM read.daily_book AS book CROSS JOIN LATERAL (
      SELECT type, delta_tenths, recorded_at FROM read.movements
      WHERE (business_id, position) >= (book.business_id, book.first_position) AND (business_id, position) <= (book.business_id, ${place}) OFFSET 0
    ) AS line
    WHERE ${of} AND book.first_position <= ${place} AND book.last_position > ${place} AND ${DAY} = book.day`
}
