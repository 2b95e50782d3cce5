/**
 * Folds spellings across alphabets: «Կոֆե», "kofe", "Kofe", "coffee" and «кофе» become one text, and so do և and եւ.
 * Pure and without the schema library: shared by the directory in the browser and the server.
 *
 * Folding is coarse on purpose, because a search should rather find too much than miss. Letters confused in
 * transliterated Armenian are merged (կ and ք, տ and թ, ր and ռ, ts and tz). Doubled letters become single, and y is
 * silent (Երևան, Yerevan).
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
/** Latin transliterations of letters. */
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

/**
 * Applied in this order, digraphs first, so that later rules leave their letters alone. Each capital stands for one
 * sound.
 */
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

/** Lower case, without an address's scheme and www. */
const written = (text: string): string =>
  text
    .toLowerCase()
    .replace(/^\s*https?:\/\//, '')
    .replace(/^\s*www\./, '')

/** The folded form of a name, an address or typed text: words of letters and digits, separated by single spaces. */
export function foldText(text: string): string {
  const plain = written(text)
    .normalize('NFKD')
    // accents, and the marks that Armenian sets inside a word
    .replace(/\p{M}|[՛՜՞՚՟'’ʼ`]/gu, '')
    .replace(/ու/g, 'u')
    .replace(/\p{L}/gu, (letter) => LETTERS[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return SOUNDS.reduce((spelt, [sound, letter]) => spelt.replace(sound, letter), plain).trim()
}

/** Foldings for each reading of c: as in coffee, or for ց and ծ as some write it. A single one if there is no c. */
export function foldings(text: string): string[] {
  const asTs = text.replace(/c(?!h)/gi, 'ts')
  return asTs === text ? [foldText(text)] : [foldText(text), foldText(asTs)]
}

/** A text prepared for repeated searches. */
export type Searchable = { words: string; joined: string; plain: string }

/** Prepares these texts; an address both as stored and as readable. */
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
 * Returns a test of whether every word typed occurs in a text, as written or folded; an empty search matches
 * everything. Words also match as written, because a partly typed word may sound different from the whole one (Piz of
 * Pizza, K of Khachapuri).
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
