/** Texts written by people; names also appear in our mails. */
import { z } from 'zod'

const NOT_PLAIN = 'Links and line breaks are not allowed here'
/** A name must not look like our own paragraph, or be a link. */
const NOT_OF_A_NAME = /[\p{Cc}\p{Zl}\p{Zp}]|:\/\/|\bwww\./iu

/** Direction marks would reverse our words after the name; copied names bring them unseen. */
const TURNS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
/** Except spaces. Unicode's ignorable characters lack the blank Braille pattern. */
const UNSEEN = /[\u2800\p{Default_Ignorable_Code_Point}]+/gu
export const withoutUnseen = (text: string): string => text.replace(UNSEEN, '')
const seen = (text: string): string => withoutUnseen(text).trim()

/** In UTF-16 units; missing if nothing is visible. For input only: stored texts may be older than the rule. */
export const textSchema = (
  missing: string,
  max: number,
  { min = 1, tooShort = missing, tooLong = 'Invalid input' } = {},
) =>
  z
    .string(missing)
    .trim()
    .min(min, { error: tooShort, abort: true })
    .max(max, tooLong)
    .refine((text) => seen(text).length >= min, tooShort)

/** Null if nothing is visible. */
export const seenOrNull = (text: string | null | undefined): string | null => (text && seen(text) !== '' ? text : null)

/** `missing`: message for an empty name. */
export const nameSchema = (missing: string, max: number) =>
  z
    .string(missing)
    .overwrite((name) => name.replace(TURNS, ''))
    .trim()
    .min(1, { error: missing, abort: true })
    .max(max, 'Invalid input')
    .refine((name) => seen(name) !== '', missing)
    .refine((name) => !NOT_OF_A_NAME.test(name), NOT_PLAIN)
