/** SQL fragments that several queries share. */
import { asSpoken, asWritten } from '../documents/spellings.ts'

/** A timestamptz column as JSON text in UTC with milliseconds, such as `2026-12-01T08:00:00.000Z`; null stays null. */
export const isoMoment = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Separates the names from the other columns; no text contains it. */
const NAMES_END = '\u0001'

/**
 * A condition: every word typed occurs in one of these columns, in any order (`words`: the placeholder of `wordsIn`),
 * so "kofe tun" finds kofe-tun. Case, accents, and և or եւ do not matter; in `names`, neither do alphabets, as in the
 * directory.
 */
export const everyWordIn = (words: string, names: readonly string[], others: readonly string[]): string =>
  `lower(normalize(concat_ws(E'\\n', ${[...names, `E'\\x01'`, ...others].join(', ')}), NFKD)) ~ ALL (${words}::text[])`

/** Patterns for `everyWordIn`: each word as written in any column, or as pronounced in a name. */
export const wordsIn = (typed: string): string[] =>
  typed
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => [asWritten(word), ...asSpoken(word).map((name) => `(?:${name}).*${NAMES_END}`)].join('|'))

/** A LIKE or ILIKE pattern for texts that contain this text, with `%` and `_` escaped. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
