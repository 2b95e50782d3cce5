/**
 * Folds spellings across alphabets: «Կոֆե», "kofe", "coffee" and «кофе» become one text. Coarse on purpose, because a
 * search should rather find too much: letters confused in transliteration merge (կ and ք, տ and թ, ր and ռ, ts and tz),
 * doubled letters become single, y is silent. Without the schema library, for browser and server.
 */
import { readableLink } from './readable-link.ts'

const ARMENIAN: Record<string, string> = {
  ա: 'a',
  բ: 'b',
  գ: 'g',
  դ: 'd',
  ե: 'e',
  զ: 'z',
  է: 'e',
  ը: '',
  թ: 't',
  ժ: 'zh',
  ի: 'i',
  լ: 'l',
  խ: 'kh',
  ծ: 'ts',
  կ: 'k',
  հ: 'h',
  ձ: 'dz',
  ղ: 'gh',
  ճ: 'ch',
  մ: 'm',
  յ: 'y',
  ն: 'n',
  շ: 'sh',
  ո: 'o',
  չ: 'ch',
  պ: 'p',
  ջ: 'j',
  ռ: 'r',
  ս: 's',
  վ: 'v',
  տ: 't',
  ր: 'r',
  ց: 'ts',
  ւ: 'v',
  փ: 'p',
  ք: 'k',
  օ: 'o',
  ֆ: 'f',
}
const CYRILLIC: Record<string, string> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ж: 'zh',
  з: 'z',
  и: 'i',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'kh',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'sh',
  ъ: '',
  ы: '',
  ь: '',
  э: 'e',
  ю: 'u',
  я: 'a',
}
export const LETTERS: Readonly<Record<string, string>> = {
  ...ARMENIAN,
  ...CYRILLIC,
  ə: '',
  ı: 'i',
  ß: 'ss',
  æ: 'e',
  ø: 'o',
  œ: 'e',
}

/** In this order, digraphs first. A capital stands for one sound. */
const SOUNDS: readonly [RegExp, string][] = [
  // Every town has a pizza place, and nobody spells it by the rules: պիցցա
  [/pizza/g, 'pitsa'],
  [/(ts)+/g, 'ts'],
  [/tch|ch/g, 'C'],
  [/sh/g, 'S'],
  [/zh/g, 'Z'],
  [/kh|x/g, 'X'],
  [/gh/g, 'G'],
  [/dj/g, 'j'],
  [/tz/g, 'ts'],
  [/ph/g, 'f'],
  [/th/g, 't'],
  [/ou/g, 'u'],
  [/[cq]/g, 'k'],
  [/w/g, 'v'],
  [/y/g, ''],
  // Ոսկի begins as Voski
  [/(^| )vo/g, '$1o'],
  [/(\p{L})\1+/gu, '$1'],
]

const written = (text: string): string =>
  text
    .toLowerCase()
    .replace(/^\s*https?:\/\//, '')
    .replace(/^\s*www\./, '')

/** Words separated by single spaces. */
export function foldText(text: string): string {
  const plain = written(text)
    .normalize('NFKD')
    // Accents, and Armenian marks inside words.
    .replace(/\p{M}|[՛՜՞՚՟'’ʼ`]/gu, '')
    .replace(/ու/g, 'u')
    .replace(/\p{L}/gu, (letter) => LETTERS[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return SOUNDS.reduce((spelt, [sound, letter]) => spelt.replace(sound, letter), plain).trim()
}

/** One per reading of c: as in coffee, or for ց and ծ. */
export function foldings(text: string): string[] {
  const asTs = text.replace(/c(?!h)/gi, 'ts')
  return asTs === text ? [foldText(text)] : [foldText(text), foldText(asTs)]
}

/** Prepared for repeated searches. */
export type Searchable = { words: string; joined: string; plain: string }

/** An address both as stored and as readable. */
export function searchable(...texts: (string | null | undefined)[]): Searchable {
  const given = texts.flatMap((text) => (text ? [...new Set([text, readableLink(text)])] : []))
  const folded = given.flatMap(foldings)
  return {
    words: folded.join(' '),
    joined: folded.map((text) => text.replaceAll(' ', '')).join(' '),
    plain: given.map(written).join(' '),
  }
}

/**
 * Every word must occur, as written or folded; an empty search matches all. As written, because a partly typed word may
 * sound different (Piz of Pizza, K of Khachapuri).
 */
export function searchFor(typed: string): (text: Searchable) => boolean {
  const words = typed
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => ({
      plain: written(word),
      foldings: foldings(word).map((folded) => folded.split(' ').filter(Boolean)),
    }))
  const together = foldings(typed).map((folded) => folded.replaceAll(' ', ''))
  // "ը" alone has an empty folding.
  if (together[0] === '') return ({ plain }) => words.every((word) => plain.includes(word.plain))
  return (text) =>
    words.every(
      (word) =>
        text.plain.includes(word.plain) ||
        word.foldings.some((parts) => parts.every((part) => text.words.includes(part) || text.joined.includes(part))),
    ) || together.some((all) => text.joined.includes(all))
}
