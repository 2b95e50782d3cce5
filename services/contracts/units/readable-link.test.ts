import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { linkSchema } from './links.ts'
import { readableLink } from './readable-link.ts'

const letters = (from: string, to: string): fc.Arbitrary<string> =>
  fc.integer({ min: from.charCodeAt(0), max: to.charCodeAt(0) }).map((code) => String.fromCodePoint(code))
const word = (sign: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.array(sign, { minLength: 1, maxLength: 12 }).map((signs) => signs.join(''))
const armenian = word(letters('ա', 'ֆ'))

describe('a readable link', () => {
  it.each([
    ['սուրճ.հայ', 'https://սուրճ.հայ/'],
    [
      'https://www.սուրճ-տուն24.հայ:8080/մենյու/սև սուրճ?տեսակ=1#ամեն',
      'https://www.սուրճ-տուն24.հայ:8080/մենյու/սև%20սուրճ?տեսակ=1#ամեն',
    ],
    ['http://кофе.рф/меню', 'http://кофе.рф/меню'],
    ['café.am', 'https://café.am/'],
    ['սոս.հայ', 'https://սոս.հայ/'],
    ['kofe.am/menu?a=%20b%2F', 'https://kofe.am/menu?a=%20b%2F'],
  ])('«%s» shows its original letters', (typed, read) => expect(readableLink(linkSchema.parse(typed)!)).toBe(read))

  it.each([
    ['in two alphabets', 'kоfe.am'],
    ['of Armenian letters that look like Latin ones', 'սոս.com'],
    ['of Cyrillic letters that look like Latin ones', 'сосо.com'],
    ['in an alphabet that nobody here reads', 'קפה.am'],
    ['with a Latin letter that looks like another one', 'hatık.am'],
  ])('keeps a name %s as stored', (_, typed) => {
    const stored = linkSchema.parse(typed)!
    expect(stored).toContain('xn--')
    expect(readableLink(stored)).toBe(stored)
  })

  it.each([
    'https://kofe.am/%D5',
    'https://kofe.am/%E2%80%AEmoc',
    'https://kofe.am/a%2Fb%3Fc',
    'https://kofe.am/%E2%81%84',
    'xn--',
    'https://xn--999999b/',
    '',
  ])('keeps characters that are not letters as stored: %s', (stored) => expect(readableLink(stored)).toBe(stored))

  it('equals the typed link for every Armenian word, and leads to the same page as the stored one', () => {
    fc.assert(
      fc.property(armenian, armenian, (name, path) => {
        expect(readableLink(linkSchema.parse(`https://${name}.am/${path}`)!)).toBe(`https://${name}.am/${path}`)
      }),
    )
    const host = word(
      fc.oneof(
        letters('ա', 'և'),
        letters('а', 'я'),
        letters('a', 'z'),
        letters('ß', 'ÿ'),
        fc.constantFrom('-', '7', 'ı', '한', '😀'),
      ),
    )
    fc.assert(
      fc.property(
        host,
        fc.constantFrom('am', 'հայ', 'рф', 'com'),
        fc.string({ unit: 'binary' }),
        (name, ending, path) => {
          const stored = linkSchema.safeParse(`https://${name}.${ending}/${path}`).data
          if (stored) expect(linkSchema.parse(readableLink(stored))).toBe(stored)
        },
      ),
      { numRuns: 500 },
    )
  })
})
