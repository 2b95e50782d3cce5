/**
 * Finds touched lines of a sealed file by hash chain and line numbers: a line in place by its neighbours' chains was
 * changed, one that fits elsewhere was moved, an absent number is missing.
 */
import type { VerifyProblem } from '../calls/proofs.ts'
import { inOrder } from './in-order.ts'
import { keepHashes, type KeptHashes } from './kept-hashes.ts'
import { chained, chainStart, splitSealed, type Chain } from './sealed-line.ts'

/** Examined closely; the rest is judged by these. */
const WRONG_LINES_KEPT = 5_000
/** After a changed line the chain may continue from its stated or recomputed hash. */
const CHAINS_KEPT = 4
const NO_PLACE = 0

/** `body`: undefined if unreadable. `held`: the chain confirms its place despite its number. */
type Wrong = { line: number; body: string | undefined; held: boolean }

export type ChainCheck = {
  /** Not for the closing line; undefined if not UTF-8. True if unchanged and in sequence. */
  next(text: string | undefined): boolean
  /** Problems by line, and the last chain hash. */
  end(): { problems: VerifyProblem[]; hash: string }
}

/** `headings`: lines before the first event. */
export function openChainCheck(headings: number): ChainCheck {
  /** Undefined after an unreadable line; the next hash is then trusted. */
  let chains: Chain[] | undefined = [chainStart()]
  let last = ''
  const numbers: number[] = []
  const hashes = keepHashes()
  const wrong: Wrong[] = []

  return {
    next(text) {
      const sealed = text === undefined ? undefined : splitSealed(text)
      const line = numbers.length + 1
      numbers.push(sealed ? placeOf(sealed, headings) : NO_PLACE)
      hashes.push(sealed?.hash)
      if (!sealed) {
        chains = undefined
        if (wrong.length < WRONG_LINES_KEPT) wrong.push({ line, body: undefined, held: false })
        return false
      }
      const reached = (chains ?? []).map((chain) => chained(chain, sealed.body))
      const held = reached.some(({ hash }) => hash === sealed.hash)
      const fits = held || chains === undefined
      const intact = fits && isNext(numbers, line - 1)
      last = sealed.hash
      chains = fits ? [{ hash: sealed.hash }] : [{ hash: sealed.hash }, ...reached].slice(0, CHAINS_KEPT)
      if (!intact && wrong.length < WRONG_LINES_KEPT) wrong.push({ line, body: sealed.body, held })
      return intact
    },
    end: () => ({ problems: wrong.length === 0 ? [] : explained(wrong, numbers, hashes), hash: last }),
  }
}

function explained(wrong: readonly Wrong[], numbers: readonly number[], hashes: KeptHashes): VerifyProblem[] {
  const lineOf = new Map(numbers.map((number, at) => [number, at]))
  const placed = inOrder(numbers)
  const byLine = new Map(wrong.map((one) => [one.line, one]))
  const problems: VerifyProblem[] = []
  let lastPlaced = 0
  let from = 0
  for (const one of wrong) {
    for (; from < one.line - 1; from += 1) if (placed.has(from)) lastPlaced = numbers[from]!
    const what = problemOf(one)
    if (what) problems.push({ line: one.line, problem: what })
  }
  return problems.length > 0 ? problems : [{ line: wrong[0]!.line, problem: 'line_changed' }]

  function problemOf({ line, body, held }: Wrong): VerifyProblem['problem'] | undefined {
    const at = line - 1
    const number = numbers[at]!
    if (body === undefined) return 'unreadable_line'
    if (held) return undefined
    if (isNext(numbers, at)) return 'line_changed'
    const elsewhere = fitsElsewhere(number, body)
    const before = numberBefore(numbers, at)
    const next = byLine.get(line + 1)
    const heldByTheNext = (!next || next.held) && numbers[at + 1] === before + 2
    if (heldByTheNext && !elsewhere && !lineOf.has(before + 1)) return 'line_changed'
    if (!placed.has(at)) return 'line_out_of_order'
    if (!lineOf.has(lastPlaced + 1)) return 'line_missing'
    return elsewhere || !lineOf.has(number - 1) ? undefined : 'line_changed'
  }

  /** Whether it was written after the line with the preceding number, wherever that is. */
  function fitsElsewhere(number: number, body: string): boolean {
    const before = lineOf.get(number - 1)
    const hash = number === 1 ? chainStart().hash : before === undefined ? undefined : hashes.at(before)
    return hash !== undefined && chained({ hash }, body).hash === hashes.at(lineOf.get(number)!)
  }
}

function numberBefore(numbers: readonly number[], at: number): number {
  let place = at - 1
  while (place >= 0 && numbers[place] === NO_PLACE) place -= 1
  return numbers[place] ?? 0
}

/** Unnumbered lines in between may have had numbers or be foreign. */
function isNext(numbers: readonly number[], at: number): boolean {
  const step = numbers[at]! - numberBefore(numbers, at)
  if (step === 1) return true
  let unread = 0
  while (numbers[at - 1 - unread] === NO_PLACE) unread += 1
  return step > 1 && step <= unread + 1
}

/** From 1. */
function placeOf({ body, isJson }: { body: string; isJson: boolean }, headings: number): number {
  if (/^(\uFEFF?# )?\{"hatik":/.test(body)) return 1
  if (headings === 2 && body.endsWith(',n')) return 2
  const found = isJson ? /^\{"n":(\d{1,12})[,}]/.exec(body) : /,(\d{1,12})$/.exec(body)
  return found ? Number(found[1]) + headings : NO_PLACE
}
