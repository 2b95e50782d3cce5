/**
 * Which lines of a sealed file were touched. The chain says whether anything was; the numbers in the lines say what: a line that its
 * neighbours' chains hold in place was changed where it stands, one that fits elsewhere was moved, and a number that is nowhere is missing.
 */
import type { VerifyProblem } from '../calls/proofs.ts'
import { inOrder } from './in-order.ts'
import { keepHashes, type KeptHashes } from './kept-hashes.ts'
import { chained, chainStart, splitSealed, type Chain } from './sealed-line.ts'

/** How many wrong lines are looked at more closely: a file of nothing else is named by its first ones. */
const WRONG_LINES_KEPT = 5_000
/** After a line that was changed, the chain may go on from what it says or from what it should say. */
const CHAINS_KEPT = 4
const NO_PLACE = 0

/** `body`: undefined where the line could not be read. `held`: the chain holds it behind the line before, though its number does not. */
type Wrong = { line: number; body: string | undefined; held: boolean }

export type ChainCheck = {
  /** The next line but the closing one; undefined where its bytes are no text. True where it stands unchanged behind the one before. */
  next(text: string | undefined): boolean
  /** What is wrong, in the order of the lines, and the last chain. */
  end(): { problems: VerifyProblem[]; hash: string }
}

/** `headings`: how many lines come before the first event. */
export function openChainCheck(headings: number): ChainCheck {
  /** Undefined behind a line that could not be read: the next one is believed. */
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

  /** The line with the number before it, wherever it stands now, is the one that it was written behind. */
  function fitsElsewhere(number: number, body: string): boolean {
    const before = lineOf.get(number - 1)
    const hash = number === 1 ? chainStart().hash : before === undefined ? undefined : hashes.at(before)
    return hash !== undefined && chained({ hash }, body).hash === hashes.at(lineOf.get(number)!)
  }
}

/** The last number before a line. */
function numberBefore(numbers: readonly number[], at: number): number {
  let place = at - 1
  while (place >= 0 && numbers[place] === NO_PLACE) place -= 1
  return numbers[place] ?? 0
}

/** Lines in between that have no number may have had one each, or may not belong here. */
function isNext(numbers: readonly number[], at: number): boolean {
  const step = numbers[at]! - numberBefore(numbers, at)
  if (step === 1) return true
  let unread = 0
  while (numbers[at - 1 - unread] === NO_PLACE) unread += 1
  return step > 1 && step <= unread + 1
}

/** Which line of the file it says it is, from 1 on. */
function placeOf({ body, isJson }: { body: string; isJson: boolean }, headings: number): number {
  if (/^(\uFEFF?# )?\{"hatik":/.test(body)) return 1
  if (headings === 2 && body.endsWith(',n')) return 2
  const found = isJson ? /^\{"n":(\d{1,12})[,}]/.exec(body) : /,(\d{1,12})$/.exec(body)
  return found ? Number(found[1]) + headings : NO_PLACE
}
