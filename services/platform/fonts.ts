/**
 * The typeface that the product ships (design.md 7), for what the server draws itself: no font of the system is needed (H42). WOFF and
 * not WOFF2: what is embedded in a PDF out of a WOFF2 comes out empty, its outlines are stored in another way.
 */
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const file = (name: string, weight: 400 | 700) => require.resolve(`@fontsource/${name}-${weight}-normal.woff`)

const FILES = {
  latin: 'noto-sans/files/noto-sans-latin',
  armenian: 'noto-sans-armenian/files/noto-sans-armenian-armenian',
  cyrillic: 'noto-sans/files/noto-sans-cyrillic',
} as const
export type Script = keyof typeof FILES
export type Weight = 'regular' | 'bold'
export const SCRIPTS = Object.keys(FILES) as Script[]

export function fontFile(script: Script, weight: Weight): string {
  return file(FILES[script], weight === 'bold' ? 700 : 400)
}

const LETTERS: readonly [Script, RegExp][] = [
  ['armenian', /[\u0530-\u058f\ufb13-\ufb17]/],
  ['cyrillic', /[\u0400-\u045f\u0490\u0491\u04b0\u04b1\u2116]/],
]

/** A text in pieces of one typeface each, in order. */
export function scriptRuns(text: string): { script: Script; text: string }[] {
  const runs: { script: Script; text: string }[] = []
  for (const letter of text) {
    const script = LETTERS.find(([, letters]) => letters.test(letter))?.[0] ?? 'latin'
    const last = runs.at(-1)
    if (last?.script === script) last.text += letter
    else runs.push({ script, text: letter })
  }
  return runs
}
