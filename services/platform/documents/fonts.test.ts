import { readFileSync } from 'node:fs'
import { create, type Font } from 'fontkit'
import { describe, expect, it } from 'vitest'
import { fontFile, scriptRuns } from './fonts.ts'

/** Characters missing from the chosen font file. */
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

describe("fonts for people's names (H42)", () => {
  it('cover the Latin, Cyrillic and Greek letters of the neighbours, and currency signs', () => {
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

  it('replace the non-breaking hyphen and space by look-alikes', () => {
    expect(shown('3‑րդ, 1\u202f000')).toBe('3-րդ, 1\u00a0000')
  })

  it('drop pictures and zero-width signs, which would show as empty boxes', () => {
    expect(shown('Խնձոր 🍎️ 5-\u2060ը')).toBe('Խնձոր  5-ը')
    expect(scriptRuns('🍎')).toEqual([])
  })

  it('show an empty box for a letter that no font has', () => {
    expect(empty('საქ')).toEqual(['ს', 'ა', 'ქ'])
  })
})
