import { asSpoken, asWritten } from '../documents/spellings.ts'

/** UTC with milliseconds: `2026-12-01T08:00:00.000Z`. */
export const isoMoment = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Between names and other columns; no text contains it. */
const NAMES_END = '\u0001'

/**
 * Every typed word occurs in a column, in any order (`words`: placeholder of `wordsIn`). Ignores case, accents, and և
 * versus եւ; in `names` also alphabets. `others` are ASCII: normalising them would cost a third of a scan.
 */
export const everyWordIn = (words: string, names: readonly string[], others: readonly string[]): string =>
  `lower(normalize(concat_ws(E'\\n', ${names.join(', ')}), NFKD) || concat_ws(E'\\n', E'\\n\\x01', ${others.join(', ')})) ~ ALL (${words}::text[])`

/** For `everyWordIn`: as written anywhere, or as pronounced in a name. */
export const wordsIn = (typed: string): string[] =>
  wordsOf(typed).map((word) =>
    [asWritten(word), ...asSpoken(word).map((name) => `(?:${name}).*${NAMES_END}`)].join('|'),
  )

/** The typed words: a pattern for `isNamedLike`, and the word in lower case for texts in ASCII. */
export const nameWordsIn = (typed: string): { pattern: string; written: string }[] =>
  wordsOf(typed).map((word) => ({
    pattern: [asWritten(word), ...asSpoken(word)].join('|'),
    written: word.toLowerCase(),
  }))

/** Matches one name with a pattern of `nameWordsIn`. */
export const isNamedLike = (name: string, pattern: string): string => `lower(normalize(${name}, NFKD)) ~ ${pattern}`

const wordsOf = (typed: string): string[] => typed.split(/\s+/).filter(Boolean)

/** For LIKE, escaped. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
