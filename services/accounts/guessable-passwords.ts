/**
 * Refuses passwords that satisfy R157 but are guessed early, as 'Yerevan-2026' (ASVS 5.0, 6.2.4 and 6.2.11). Server
 * only, because the word lists are too large for a page.
 */
import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { ARMENIAN_WORDS } from './armenian-words.ts'

/** zxcvbn's count for eight unrelated characters, the minimum length in R157. */
const LEAST_GUESSES = 1e8
/** Characters checked: zxcvbn's time grows with the square of the length. */
const MAX_LENGTH = 32

let loaded: Promise<ZxcvbnFactory> | undefined

async function load(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  const armenian = Object.entries(ARMENIAN_WORDS).map(([name, words]) => [name, words.map(unfolded)])
  return new ZxcvbnFactory({
    dictionary: { ...dictionary, ...Object.fromEntries(armenian) },
    graphs: adjacencyGraphs,
    maxLength: MAX_LENGTH,
  })
}

/** `person`: names and address, whose parts are guessed first. */
export async function isGuessable(password: string, person: readonly string[]): Promise<boolean> {
  const zxcvbn = await (loaded ??= load())
  return zxcvbn.check(unfolded(password), person.flatMap(partsOf)).guesses < LEAST_GUESSES
}

/** Decomposed, because zxcvbn assumes an alphabet of ten: an accent then counts as a character. */
const unfolded = (text: string): string => text.normalize('NFKD')
/** From 'nare.p@hatik.test': 'nare.p', 'nare'. */
const partsOf = (text: string): string[] => {
  const [whole = ''] = text.normalize('NFKC').toLowerCase().split('@')
  return [whole, ...whole.split(/\P{L}+/u)].filter((part) => part.length >= 3).map(unfolded)
}
