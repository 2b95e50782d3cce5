import { readFileSync } from 'node:fs'
import { create, type Font } from 'fontkit'
import { describe, expect, it } from 'vitest'
import { fontFile, scriptRuns } from './fonts.ts'

/** The letters that the file to which they are given does not hold. */
function empty(text: string): string[] {
  return scriptRuns(text).flatMap(({ script, text: letters }) => {
    const files = (['regular', 'bold'] as const).map((weight) => create(readFileSync(fontFile(script, weight))) as Font)
    return Array.from(letters).filter((letter) =>
      files.some((font) => !font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)),
    )
  })
}
const shown = (text: string) =>
  scriptRuns(text)
    .map((run) => run.text)
    .join('')

describe('what people call themselves (H42)', () => {
  it('has no empty box for a letter: of the Latin and the Cyrillic alphabets of the neighbours, of the Greek one, nor for a sign of money', () => {
    const names = [
      'Կոֆե Տուն և «Հայրենիք» — ֏',
      'Žižkov, Łódź, Beyoğlu Güneş',
      'Ёлка № 5, Әлия, Ҷон',
      'Ταβέρνα Ελλάδα',
      'Phở Việt',
      '5 ₽ + 5 € + 5 ₾',
    ]
    expect(names.flatMap(empty)).toEqual([])
    expect(names.map(shown)).toEqual(names)
  })

  it('has a hyphen and a space at which no line breaks, as they look', () => {
    expect(shown('3‑րդ, 1\u202f000')).toBe('3-րդ, 1\u00a0000')
  })

  it('has no picture and no sign without a width: an empty box would stand for them', () => {
    expect(shown('Խնձոր 🍎️ 5-\u2060ը')).toBe('Խնձոր  5-ը')
    expect(scriptRuns('🍎')).toEqual([])
  })

  it('shows that there is a letter which no file holds', () => {
    expect(empty('საქ')).toEqual(['ს', 'ა', 'ქ'])
  })
})
