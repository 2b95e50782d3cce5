/** Names of people, businesses and perks: they stand in mails, among our own words. */
import { z } from 'zod'

/** At the field. */
const NOT_PLAIN = 'Links and line breaks are not allowed here'
/** Anything with which a name could pass for a paragraph of ours, or be a link. */
const NOT_OF_A_NAME = /[\p{Cc}\p{Zl}\p{Zp}]|:\/\/|\bwww\./iu

/** What turns the direction of a text, and with it that of our own words behind it. It comes along unseen where a name is copied from elsewhere, and none is read otherwise without it. */
const TURNS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
/** For whoever reads it a name of nothing else is none. */
const UNSEEN = /^[\s\p{Default_Ignorable_Code_Point}]+$/u

/** `missing`: said of an empty one. */
export const nameSchema = (missing: string, max: number) =>
  z
    .string(missing)
    .overwrite((name) => name.replace(TURNS, ''))
    .trim()
    .min(1, missing)
    .max(max, 'Invalid input')
    .refine((name) => !UNSEEN.test(name), missing)
    .refine((name) => !NOT_OF_A_NAME.test(name), NOT_PLAIN)
