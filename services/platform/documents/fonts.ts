/**
 * The typeface that the product ships (design.md 7), for what the server draws itself: no font of the system is needed (H42). WOFF and
 * not WOFF2: what is embedded in a PDF out of a WOFF2 comes out empty, its outlines are stored in another way.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'

const require = createRequire(import.meta.url)
const file = (name: string, weight: 400 | 700) => require.resolve(`@fontsource/${name}-${weight}-normal.woff`)

/** In the order in which a letter is looked for: each file holds some letters of the others. */
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

/** Signs that no file holds, and what looks the same: the hyphen and the space at which no line breaks. */
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
 * A text in pieces of one typeface each, in order. People name themselves in any alphabet: a letter that none of the files holds is the empty box
 * of the first one, so that it is seen that something stands there; pictures and signs without a width are left out.
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
