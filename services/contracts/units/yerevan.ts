/** UTC+4 all year (H10). A separate file, because the first page needs nothing else. */
export const YEREVAN_OFFSET_MS = 4 * 60 * 60 * 1000
