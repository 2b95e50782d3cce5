/**
 * Sums movements up to a position: complete days from the daily book, plus single movements of days that continue past
 * it.
 * Exact for any order of the log, because a movement lies between the first and last position of its day of recording.
 */

/** The day in Asia/Yerevan (UTC+4) without a time zone database (H10). */
const DAY = `(line.recorded_at AT TIME ZONE interval '4 hours')::date`

/** SQL condition: a correction up counts with the awards, one down with the voids (decision 44). */
export function isOf(type: string, line = 'movement'): string {
  const own = `${line}.type = '${type}'`
  if (type === 'PointsAwarded') return `${own} OR ${line}.type = 'AwardCorrected' AND ${line}.delta_tenths > 0`
  return type === 'AwardVoided' ? `${own} OR ${line}.type = 'AwardCorrected' AND ${line}.delta_tenths < 0` : own
}

const tenthsOf = (type: string, sign = '') => `CASE WHEN ${isOf(type, 'line')} THEN ${sign}line.delta_tenths ELSE 0 END`

/** Points on their way from a card count as forfeited until they arrive (decision 53). */
const FORFEITED = `CASE WHEN line.type IN ('AccountClosed', 'PointsMergedOut', 'PointsMergedIn') THEN -line.delta_tenths ELSE 0 END`

/** SQL rows in tenths; a day may have several. `place`: placeholder of the position. `of`: a condition on `book`. */
export function movedUpTo(place: string, of = 'true'): string {
  // `OFFSET 0` and row values keep PostgreSQL from scanning the movements of all businesses.
  return `
    SELECT book.business_id, book.day, book.awarded_tenths, book.voided_tenths, book.redeemed_tenths, book.returned_tenths, book.forfeited_tenths, book.awards
    FROM read.daily_book AS book WHERE ${of} AND book.last_position <= ${place}
    UNION ALL
    SELECT book.business_id, book.day, ${tenthsOf('PointsAwarded')}, ${tenthsOf('AwardVoided', '-')}, ${tenthsOf('PerkRedeemed', '-')},
      ${tenthsOf('PointsRefunded')}, ${FORFEITED}, (line.type = 'PointsAwarded')::int
    FROM read.daily_book AS book CROSS JOIN LATERAL (
      SELECT type, delta_tenths, recorded_at FROM read.movements
      WHERE (business_id, position) >= (book.business_id, book.first_position) AND (business_id, position) <= (book.business_id, ${place}) OFFSET 0
    ) AS line
    WHERE ${of} AND book.first_position <= ${place} AND book.last_position > ${place} AND ${DAY} = book.day`
}
