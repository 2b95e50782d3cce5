/** Armenia keeps UTC+4 the whole year (H10), so a calendar month there needs no time-zone database. */
const YEREVAN_OFFSET_MS = 4 * 60 * 60 * 1000

/** The calendar month in Asia/Yerevan that holds a moment, as 'YYYY-MM' (H10). */
export function yerevanMonth(at: Date): string {
  return new Date(at.getTime() + YEREVAN_OFFSET_MS).toISOString().slice(0, 7)
}

/** The calendar day in Asia/Yerevan that holds a moment, as 'YYYY-MM-DD'. */
export function yerevanDay(at: Date): string {
  return new Date(at.getTime() + YEREVAN_OFFSET_MS).toISOString().slice(0, 10)
}
