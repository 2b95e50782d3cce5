/** The folding of the directory, turned round: patterns with which the database finds every spelling of a word. */
import { foldings, foldText, LETTERS } from '#contracts/units/search-text.ts'

/** How sounds are written beside the letters of the alphabets. */
const WRITTEN =
  'a b c d e f g h i j k l m n o p q r s t u v w x y z ts tz sh ch tch zh kh gh dj ph th ou ու vo վո во'.split(' ')

/** Signs by the sound that they are folded to; '' has those that are silent. */
const SIGNS = Map.groupBy([...WRITTEN, ...Object.keys(LETTERS)], foldText)
// An Armenian c, and the one of pizza
SIGNS.get('ts')?.push('c', 'zz')

/** Between two letters: silent ones, accents, and whatever stands between words; a line's end is the end of a column. */
const BETWEEN = `(?:${SIGNS.get('')?.join('|')}|[^[:alnum:]\\n]|[\u0300-\u036f])*`

const anyOf = (sound: string): string => `(?:${(SIGNS.get(sound) ?? [sound]).map(escaped).join('|')})+`

function pronounced(folded: string): string {
  const sounds = folded.replaceAll(' ', '').match(/ts|./gu) ?? []
  return sounds
    .map((sound) => (sound === 'ts' ? `(?:${anyOf('ts')}|${anyOf('t')}${BETWEEN}${anyOf('s')})` : anyOf(sound)))
    .join(BETWEEN)
}

/** The patterns are regular expressions of PostgreSQL, for texts in NFKD and lower case. */
export const asWritten = (word: string): string => escaped(word.normalize('NFKD').toLowerCase())

/** A word in whatever alphabet; none where nothing of it is heard. */
export const asSpoken = (word: string): string[] => foldings(word).map(pronounced).filter(Boolean)

const escaped = (text: string): string => text.replace(/[^\p{L}\p{M}\p{N}]/gu, String.raw`\$&`)
