/**
 * Passwords that are guessed early, though they hold every kind of sign that R157 asks for: 'Password1!', 'Yerevan-2026', the person's own name
 * with a year (performance.md 5.8; ASVS 5.0, 6.2.4 and 6.2.11). Asked on the server alone: the lists are larger than a page may be.
 */
import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { ARMENIAN_WORDS } from './armenian-words.ts'

/** As many guesses as zxcvbn counts for eight unrelated signs, the shortest password that R157 takes. */
const LEAST_GUESSES = 1e8
/** Signs that are looked at. The time grows with their square, and so many unrelated ones are enough. */
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

/** `person`: their names and address, whose parts are guessed first. */
export async function isGuessable(password: string, person: readonly string[]): Promise<boolean> {
  const zxcvbn = await (loaded ??= load())
  return zxcvbn.check(unfolded(password), person.flatMap(partsOf)).guesses < LEAST_GUESSES
}

/** An accent counts as a sign of its own: zxcvbn takes each sign for one of ten. */
const unfolded = (text: string): string => text.normalize('NFKD')
/** Of 'nare.p@hatik.test': 'nare.p', 'nare'. */
const partsOf = (text: string): string[] => {
  const [whole = ''] = text.normalize('NFKC').toLowerCase().split('@')
  return [whole, ...whole.split(/\P{L}+/u)].filter((part) => part.length >= 3).map(unfolded)
}
