/** Inverse of the directory's text folding: patterns for all spellings of a word. */
import { foldings, foldText, LETTERS } from '#contracts/units/search-text.ts'

/** Beyond single letters. */
const WRITTEN =
  'a b c d e f g h i j k l m n o p q r s t u v w x y z ts tz sh ch tch zh kh gh dj ph th ou ու vo վո во'.split(' ')

/** By folded sound; silent signs under ''. */
const SIGNS = Map.groupBy([...WRITTEN, ...Object.keys(LETTERS)], foldText)
// The Armenian c, and the zz of pizza.
SIGNS.get('ts')?.push('c', 'zz')

/** Between letters: silent letters, accents and separators, but no line break, which ends a column. */
const BETWEEN = `(?:${SIGNS.get('')?.join('|')}|[^[:alnum:]\\n]|[\u0300-\u036f])*`

const anyOf = (sound: string): string => `(?:${(SIGNS.get(sound) ?? [sound]).map(escaped).join('|')})+`

function pronounced(folded: string): string {
  const sounds = folded.replaceAll(' ', '').match(/ts|./gu) ?? []
  return sounds
    .map((sound) => (sound === 'ts' ? `(?:${anyOf('ts')}|${anyOf('t')}${BETWEEN}${anyOf('s')})` : anyOf(sound)))
    .join(BETWEEN)
}

/** For texts in NFKD and lower case. */
export const asWritten = (word: string): string => escaped(word.normalize('NFKD').toLowerCase())

/** Empty if no letter is heard. */
export const asSpoken = (word: string): string[] => foldings(word).map(pronounced).filter(Boolean)

const escaped = (text: string): string => text.replace(/[^\p{L}\p{M}\p{N}]/gu, String.raw`\$&`)
