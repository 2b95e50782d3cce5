/** What people write: names of people, businesses and perks, which stand in mails among our own words, and other texts. */
import { z } from 'zod'

/** At the field. */
const NOT_PLAIN = 'Links and line breaks are not allowed here'
/** Anything with which a name could pass for a paragraph of ours, or be a link. */
const NOT_OF_A_NAME = /[\p{Cc}\p{Zl}\p{Zp}]|:\/\/|\bwww\./iu

/** What turns the direction of a text, and with it that of our own words behind it. It comes along unseen where a name is copied from elsewhere, and none is read otherwise without it. */
const TURNS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
/** What nobody sees beside spaces; the blank sign of Braille is not among what Unicode calls ignorable. */
const UNSEEN = /[\u2800\p{Default_Ignorable_Code_Point}]+/gu
/** The text without what nobody sees in it; spaces stay. */
export const withoutUnseen = (text: string): string => text.replace(UNSEEN, '')
const seen = (text: string): string => withoutUnseen(text).trim()

/**
 * A text that must be there: for whoever reads it one of nothing but unseen signs is none, and is answered with `missing`. `min`, `max`: in UTF-16
 * units. For what is sent alone: what is stored may be older than this rule, and is read without it.
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

/** A text that may be left out: one that nobody would see is left out. */
export const seenOrNull = (text: string | null | undefined): string | null => (text && seen(text) !== '' ? text : null)

/** `missing`: said of an empty one. */
export const nameSchema = (missing: string, max: number) =>
  z
    .string(missing)
    .overwrite((name) => name.replace(TURNS, ''))
    .trim()
    .min(1, { error: missing, abort: true })
    .max(max, 'Invalid input')
    .refine((name) => seen(name) !== '', missing)
    .refine((name) => !NOT_OF_A_NAME.test(name), NOT_PLAIN)
