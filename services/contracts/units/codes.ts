/**
 * Buyer codes and redemption codes (H12, H13). Their shapes never overlap, so a scan tells them apart (H14): two
 * letters and four digits, or eight characters.
 */
import { z } from 'zod'
import { withoutUnseen } from './names.ts'

export const BUYER_CODE_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
export const REDEMPTION_CODE_LENGTH = 8
/** No 0/O, 1/I/L. */
export const REDEMPTION_CODE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** A code that follows from a digest in hexadecimal, about 4.9 bits per sign. */
export function lettersOfDigest(digest: string, length: number): string {
  const signs = BigInt(REDEMPTION_CODE_ALPHABET.length)
  let rest = BigInt(`0x${digest}`)
  let text = ''
  for (let place = 0; place < length; place += 1) {
    text += REDEMPTION_CODE_ALPHABET.charAt(Number(rest % signs))
    rest /= signs
  }
  return text
}

/** Cyrillic letters from the wrong keyboard (H12). */
const LOOK_ALIKES: Record<string, string> = {
  А: 'A',
  В: 'B',
  С: 'C',
  Е: 'E',
  Н: 'H',
  К: 'K',
  М: 'M',
  О: 'O',
  Р: 'P',
  Т: 'T',
  Х: 'X',
  У: 'Y',
}

/** For text around a code, as an address or message. */
export const CODE_INPUT_MAX = 200

/**
 * Finds a code in typed, pasted or scanned text. Returns it in upper-case Latin letters without spaces, dashes or
 * invisible characters; other text only loses spaces and dashes.
 */
export function normaliseCode(typed: string): string {
  // Fast path for scanners and our own pages.
  if (isBuyerCode(typed) || isRedemptionCode(typed)) return typed
  const text = Array.from(
    withoutUnseen(typed.normalize('NFKC')).toUpperCase(),
    (sign) => LOOK_ALIKES[sign] ?? sign,
  ).join('')
  const whole = squeezed(text)
  if (isCode(whole)) return whole
  const inAddress = /[?&#]CODE=([^&#\s]+)/.exec(text)?.[1]
  if (inAddress !== undefined) return squeezed(inAddress)
  const parts = [...text.split(/[^\p{L}\p{N}\p{Pd}\s]+/u), ...text.split(/[^\p{L}\p{N}\p{Pd}]+/u)].map(squeezed)
  const [code, another] = new Set(parts.filter(isCode))
  return code !== undefined && another === undefined ? code : whole
}

/** In a buyer code's digits O becomes 0, and I and L become 1. */
function squeezed(text: string): string {
  const code = text.replace(/[\s\p{Pd}\u2212]/gu, '')
  if (!/^[A-HJ-NP-Z]{2}[\dOIL]{4}$/.test(code)) return code
  return code.slice(0, 2) + code.slice(2).replaceAll('O', '0').replaceAll(/[IL]/g, '1')
}

export const isBuyerCode = (code: string): boolean => /^[A-HJ-NP-Z]{2}\d{4}$/.test(code)
export const isRedemptionCode = (code: string): boolean => /^[2-9A-HJKMNP-Z]{8}$/.test(code)
const isCode = (text: string): boolean => isBuyerCode(text) || isRedemptionCode(text)

/** R165: six characters; 404 for an unknown code. */
export const buyerCodeSchema = z
  .string()
  .max(CODE_INPUT_MAX, 'Buyer ID must be exactly 6 characters')
  .transform(normaliseCode)
  .refine((code) => /^[0-9A-Z]{6}$/.test(code), 'Buyer ID must be exactly 6 characters')

/** R170: 6 to 10 characters. */
export const redemptionCodeSchema = z
  .string()
  .max(CODE_INPUT_MAX, 'Invalid redemption code')
  .transform(normaliseCode)
  .refine((code) => code.length > 0, 'Redemption code is required')
  .refine((code) => code.length === 0 || /^[0-9A-Z]{6,10}$/.test(code), 'Invalid redemption code')

/** H13: for all but its buyer and the verify call. */
export function maskCode(code: string): string {
  return '•'.repeat(Math.max(0, code.length - 2)) + code.slice(-2)
}
