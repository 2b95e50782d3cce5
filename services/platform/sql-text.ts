/** Pieces of SQL that several queries share. */

/** Of a timestamptz column: the moment as JSON has it, in UTC with milliseconds, as in `2026-12-01T08:00:00.000Z`; null where it is null. */
export const isoMoment = (column: string): string => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** For LIKE and ILIKE: whatever has this text in it; `%` and `_` mean themselves. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
