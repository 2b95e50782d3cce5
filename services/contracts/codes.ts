/**
 * The two codes a person can hold up to a counter (H12, H13). Their shapes never overlap, so a scan can always say which
 * one it saw (H14): a buyer code is two letters and four digits, a redemption code eight letters and digits.
 */
import { z } from 'zod'

export const BUYER_CODE_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
export const REDEMPTION_CODE_LENGTH = 8
/** 31 characters: no 0/O, 1/I/L. */
export const REDEMPTION_CODE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** Cyrillic letters that look like Latin ones, typed on the wrong keyboard (H12). */
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

/** A code as typed or scanned, brought to the one form that is stored: upper case, no spaces or dashes, Latin letters. */
export function normaliseCode(typed: string): string {
  // Nearly every code comes from a scanner or from our own pages, in that form already.
  if (/^[0-9A-Z]*$/.test(typed)) return typed
  return Array.from(
    typed.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase(),
    (sign) => LOOK_ALIKES[sign] ?? sign,
  ).join('')
}

export const isBuyerCode = (code: string): boolean => /^[A-HJ-NP-Z]{2}\d{4}$/.test(code)
export const isRedemptionCode = (code: string): boolean => /^[2-9A-HJKMNP-Z]{8}$/.test(code)

/** R165: exactly six characters after normalising. Whether it is anybody's code is the server's to say (404). */
export const buyerCodeSchema = z
  .string()
  .max(40, 'Buyer ID must be exactly 6 characters')
  .transform(normaliseCode)
  .refine((code) => /^[0-9A-Z]{6}$/.test(code), 'Buyer ID must be exactly 6 characters')

/** R170: required; look-up takes 6 to 10 characters. */
export const redemptionCodeSchema = z
  .string()
  .max(60, 'Invalid redemption code')
  .transform(normaliseCode)
  .refine((code) => code.length > 0, 'Redemption code is required')
  .refine((code) => code.length === 0 || /^[0-9A-Z]{6,10}$/.test(code), 'Invalid redemption code')

/** H13: how a code appears to everybody but its buyer and the verify call. */
export function maskCode(code: string): string {
  return '•'.repeat(Math.max(0, code.length - 2)) + code.slice(-2)
}
