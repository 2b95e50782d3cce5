/** Texts written by people: names of people, businesses and perks, which appear in our mails, and other texts. */
import { z } from 'zod'

const NOT_PLAIN = 'Links and line breaks are not allowed here'
/** Anything that would let a name look like a paragraph of ours, or be a link. */
const NOT_OF_A_NAME = /[\p{Cc}\p{Zl}\p{Zp}]|:\/\/|\bwww\./iu

/**
 * Direction marks, which would reverse our own words after the name. They come along unseen with copied names, and no
 * name needs them.
 */
const TURNS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
/** Invisible characters besides spaces. The blank Braille pattern is not among Unicode's ignorable ones. */
const UNSEEN = /[\u2800\p{Default_Ignorable_Code_Point}]+/gu
/** Removes invisible characters; spaces stay. */
export const withoutUnseen = (text: string): string => text.replace(UNSEEN, '')
const seen = (text: string): string => withoutUnseen(text).trim()

/**
 * A required text of `min` to `max` UTF-16 units; without visible characters it counts as missing. Only for input,
 * because stored texts may be older than this rule.
 */
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

/** An optional text; null if it has no visible characters. */
export const seenOrNull = (text: string | null | undefined): string | null => (text && seen(text) !== '' ? text : null)

/** `missing`: the message for an empty name. */
export const nameSchema = (missing: string, max: number) =>
  z
    .string(missing)
    .overwrite((name) => name.replace(TURNS, ''))
    .trim()
    .min(1, { error: missing, abort: true })
    .max(max, 'Invalid input')
    .refine((name) => seen(name) !== '', missing)
    .refine((name) => !NOT_OF_A_NAME.test(name), NOT_PLAIN)
