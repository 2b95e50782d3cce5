/** Pieces of SQL that several queries share. */
import { asSpoken, asWritten } from '../documents/spellings.ts'

/** Of a timestamptz column: the moment as JSON has it, in UTC with milliseconds, as in `2026-12-01T08:00:00.000Z`; null where it is null. */
export const isoMoment = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Stands between the names and the other columns, and in no text. */
const NAMES_END = '\u0001'

/**
 * A condition: every word of what was typed occurs in one of these columns, in whatever order; `words` is the placeholder of `wordsIn`. So "kofe tun"
 * is found in kofe-tun, and a surname may come first. Capitals, accents, և and եւ are one; in `names` all alphabets are, as in the directory.
 */
export const everyWordIn = (words: string, names: readonly string[], others: readonly string[]): string =>
  `lower(normalize(concat_ws(E'\\n', ${[...names, `E'\\x01'`, ...others].join(', ')}), NFKD)) ~ ALL (${words}::text[])`

/** The words of what was typed, for `everyWordIn`: each as written anywhere, or as pronounced in a name. */
export const wordsIn = (typed: string): string[] =>
  typed
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => [asWritten(word), ...asSpoken(word).map((name) => `(?:${name}).*${NAMES_END}`)].join('|'))

/** For LIKE and ILIKE: whatever has this text in it; `%` and `_` mean themselves. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
