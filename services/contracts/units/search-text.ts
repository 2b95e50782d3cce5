/**
 * One spelling for what people write in two alphabets: «Կոֆե», "kofe", "Kofe", "coffee" and «кофе» become one text, and
 * so do և and եւ. Pure, and without the schema library: the directory in the browser and the server use the same function.
 *
 * The spelling is coarse on purpose: letters that people confuse when they write Armenian with Latin letters (կ and ք, տ and թ, ր and
 * ռ, ts and tz) are one, doubled letters are single, y is silent (Երևան, Yerevan). A search that finds a little more is better than one that misses.
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
/** Letters that are spelt with Latin ones. */
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

/** In this order; digraphs first, so that what they are made of is left alone. Capitals stand for one sound each. */
const SOUNDS: readonly [RegExp, string][] = [
  // Every town has one, and nobody writes it by the rules: պիցցա
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

/** As it is written, in lower case; of an address what is typed of it. */
const written = (text: string): string =>
  text
    .toLowerCase()
    .replace(/^\s*https?:\/\//, '')
    .replace(/^\s*www\./, '')

/** The coarse spelling of a name, an address or what somebody typed: words of letters and digits with single spaces between. */
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

/** The c of coffee, and the one of hac: some write ց and ծ with it. Each reading of what is written, one where there is no c. */
export function foldings(text: string): string[] {
  const asTs = text.replace(/c(?!h)/gi, 'ts')
  return asTs === text ? [foldText(text)] : [foldText(text), foldText(asTs)]
}

/** A text made ready to be searched many times. */
export type Searchable = { words: string; joined: string; plain: string }

/** Of these texts; an address as it is stored and as it is read. */
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
 * A question for many texts: whether every word of what was typed occurs in the text, as it is written or in whatever alphabet. An empty
 * search matches everything. As written, too, because a word that is still being typed has not the sounds of the whole one: Piz of Pizza, K of Khachapuri.
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
  // "ը" alone has no coarse spelling.
  if (together[0] === '') return ({ plain }) => words.every((word) => plain.includes(word.plain))
  return (text) =>
    words.every(
      (word) =>
        text.plain.includes(word.plain) ||
        word.foldings.some((parts) => parts.every((part) => text.words.includes(part) || text.joined.includes(part))),
    ) || together.some((all) => text.joined.includes(all))
}
