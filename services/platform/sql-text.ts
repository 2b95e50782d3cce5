/** Pieces of SQL that several queries share. */

/** Of a timestamptz column: the moment as JSON has it, in UTC with milliseconds, as in `2026-12-01T08:00:00.000Z`; null where it is null. */
export const isoMoment = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/**
 * A condition: every word of what was typed occurs in one of these columns, in whatever order; `words` is the placeholder of `wordsIn`. So "kofe tun"
 * is found in kofe-tun, and a surname may come first. «եւ» and «և» are one. A word has no line's end in it, so it stands in one column as a whole.
 */
export const everyWordIn = (words: string, columns: readonly string[]): string =>
  `replace(concat_ws(E'\\n', ${columns.join(', ')}), 'եւ', 'և') ILIKE ALL (${words}::text[])`

/** The words of what was typed, for `everyWordIn`. */
export const wordsIn = (typed: string): string[] =>
  typed.replaceAll('եւ', 'և').split(/\s+/).filter(Boolean).map(containing)

/** For LIKE and ILIKE: whatever has this text in it; `%` and `_` mean themselves. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
