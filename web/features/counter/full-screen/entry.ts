/**
 * What the keys of the counter have typed so far: an amount, or a code from its first letter on. A hand scanner is a
 * keyboard that types a whole code at once and ends it with Enter, so the speed of digits tells a barcode from an
 * amount.
 */
import { MAX_AMOUNT_AMD } from '#contracts/units/tenths.ts'
import {
  CODE_INPUT_MAX,
  isBuyerCode,
  isRedemptionCode,
  normaliseCode,
  REDEMPTION_CODE_LENGTH,
} from '#contracts/units/codes.ts'

/** Longest pause (ms) between two keys of a hand scanner. */
const SCANNER_PAUSE_MS = 50
/** As short as a redemption code and the shortest barcode. Nobody types this many digits that fast. */
const SCANNED_DIGITS_MIN = 8
const AMOUNT_DIGITS_MAX = String(MAX_AMOUNT_AMD).length

export interface Entry {
  /** Digits; '' before the first. */
  amount: string
  /** Undefined unless a code is being typed. */
  code: string | undefined
  /** Characters typed without a pause, and the amount before them. */
  run: { signs: string; amountBefore: string; lastAtMs: number }
}

export const EMPTY_ENTRY: Entry = { amount: '', code: undefined, run: { signs: '', amountBefore: '', lastAtMs: -1 } }

const noRun = (amount: string): Entry['run'] => ({ ...EMPTY_ENTRY.run, amountBefore: amount })

/** `atMs`: when the key was pressed; undefined for a key on the screen, which no scanner presses. */
export function typeSign(entry: Entry, sign: string, atMs?: number): Entry {
  const run = continued(entry, sign, atMs)
  if (entry.code !== undefined) return { ...entry, code: (entry.code + sign).slice(0, CODE_INPUT_MAX), run }
  if (/^\d+$/.test(sign)) return { ...entry, amount: withDigits(entry.amount, sign), run }
  const digits = run.signs.slice(0, -sign.length)
  // Digits typed with this letter in one go belong to the code, not to the amount.
  return { amount: digits === '' ? entry.amount : run.amountBefore, code: digits + sign, run }
}

/** Removes the last character; an emptied code is over. */
export function takeBack(entry: Entry): Entry {
  if (entry.code === undefined) return withAmount(entry.amount.slice(0, -1))
  const code = entry.code.slice(0, -1)
  return { ...entry, code: code === '' ? undefined : code, run: noRun(entry.amount) }
}

/** Starts a code on the screen's keys, without a character. */
export const openCode = (entry: Entry): Entry => ({ ...entry, code: '', run: noRun(entry.amount) })

export const closeCode = (entry: Entry): Entry => withAmount(entry.amount)

export const withAmount = (amount: string): Entry => ({ amount, code: undefined, run: noRun(amount) })

/** Enter: the code that was typed or scanned, if any, and what is left. */
export function finish(entry: Entry, atMs?: number): { entry: Entry; code: string | undefined } {
  if (entry.code !== undefined) {
    const digits = digitsOfCode(entry.amount, normaliseCode(entry.code))
    const amount = entry.amount.slice(0, entry.amount.length - digits.length)
    return { entry: ended(amount, atMs), code: digits + entry.code }
  }
  const { signs, amountBefore, lastAtMs } = entry.run
  if (signs.length >= SCANNED_DIGITS_MIN && isFast(lastAtMs, atMs))
    return { entry: ended(amountBefore, atMs), code: signs }
  return { entry: withAmount(entry.amount), code: undefined }
}

/** The first digits of a redemption code that came too slowly for a scanner, and were taken for an amount. */
function digitsOfCode(amount: string, code: string): string {
  const missing = REDEMPTION_CODE_LENGTH - code.length
  if (isBuyerCode(code) || missing <= 0 || missing > amount.length) return ''
  const digits = amount.slice(-missing)
  return isRedemptionCode(digits + code) ? digits : ''
}

/** Whether Enter is the second end of a scanned code: some scanners send two, and the second must not award. */
export const isEcho = ({ run }: Entry, atMs: number | undefined): boolean =>
  run.signs === '' && isFast(run.lastAtMs, atMs)

const ended = (amount: string, atMs = EMPTY_ENTRY.run.lastAtMs): Entry => ({
  ...withAmount(amount),
  run: { ...noRun(amount), lastAtMs: atMs },
})

function continued({ amount, run }: Entry, sign: string, atMs: number | undefined): Entry['run'] {
  if (atMs === undefined) return noRun(amount)
  return isFast(run.lastAtMs, atMs)
    ? { ...run, signs: (run.signs + sign).slice(0, CODE_INPUT_MAX), lastAtMs: atMs }
    : { signs: sign, amountBefore: amount, lastAtMs: atMs }
}

const isFast = (lastAtMs: number, atMs: number | undefined): boolean =>
  lastAtMs >= 0 && atMs !== undefined && atMs - lastAtMs <= SCANNER_PAUSE_MS

/** Ignores what would make the amount too long, and zeros before it. */
function withDigits(amount: string, digits: string): string {
  const longer = (amount + digits).replace(/^0+/, '')
  return longer.length > AMOUNT_DIGITS_MAX ? amount : longer
}
