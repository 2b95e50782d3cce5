/**
 * Typeface for PDFs and pictures on servers without fonts (H42). WOFF, because glyphs of a WOFF2 come out empty in a
 * PDF.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'

const require = createRequire(import.meta.url)
const file = (name: string, weight: 400 | 700) => require.resolve(`@fontsource/${name}-${weight}-normal.woff`)

/** In look-up order, because the files overlap. */
const FILES = {
  latin: 'noto-sans/files/noto-sans-latin',
  armenian: 'noto-sans-armenian/files/noto-sans-armenian-armenian',
  cyrillic: 'noto-sans/files/noto-sans-cyrillic',
  latinExtended: 'noto-sans/files/noto-sans-latin-ext',
  greek: 'noto-sans/files/noto-sans-greek',
  cyrillicExtended: 'noto-sans/files/noto-sans-cyrillic-ext',
  vietnamese: 'noto-sans/files/noto-sans-vietnamese',
} as const
export type Script = keyof typeof FILES
export type Weight = 'regular' | 'bold'
export const SCRIPTS = Object.keys(FILES) as Script[]

export function fontFile(script: Script, weight: Weight): string {
  return file(FILES[script], weight === 'bold' ? 700 : 400)
}

/** Look-alikes for the non-breaking hyphen and narrow space, which no file has. */
const SAME_LOOK: Readonly<Record<string, string>> = { '\u2011': '-', '\u202f': '\u00a0' }

const holding = new Map<Script, ReadonlySet<number>>()
function holds(script: Script, letter: string): boolean {
  let letters = holding.get(script)
  if (letters === undefined) {
    letters = new Set((create(readFileSync(fontFile(script, 'regular'))) as Font).characterSet)
    holding.set(script, letters)
  }
  return letters.has(letter.codePointAt(0) ?? 0)
}

/**
 * Runs of one font file each. A letter or digit without a glyph shows as an empty box; other unknown characters, as
 * emoji, are dropped.
 */
export function scriptRuns(text: string): { script: Script; text: string }[] {
  const runs: { script: Script; text: string }[] = []
  for (const typed of text) {
    const letter = SAME_LOOK[typed] ?? typed
    const found = SCRIPTS.find((each) => holds(each, letter))
    if (found === undefined && !/[\p{L}\p{N}]/u.test(letter)) continue
    const script = found ?? 'latin'
    const last = runs.at(-1)
    if (last?.script === script) last.text += letter
    else runs.push({ script, text: letter })
  }
  return runs
}
