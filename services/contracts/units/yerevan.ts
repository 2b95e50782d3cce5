/** Armenia keeps UTC+4 the whole year (H10), so its months, days and hours need no time-zone database. Alone in its file: the first page needs no more. */
export const YEREVAN_OFFSET_MS = 4 * 60 * 60 * 1000
