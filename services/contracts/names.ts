/** Names of people, businesses and perks: they stand in mails, among our own words. */
import { z } from 'zod'

/** At the field. */
const NOT_PLAIN = 'Links and line breaks are not allowed here'
/** Anything with which a name could pass for a paragraph of ours, or be a link. */
const NOT_OF_A_NAME = /[\p{Cc}\p{Zl}\p{Zp}]|:\/\/|\bwww\./iu

/** `missing`: said of an empty one. */
export const nameSchema = (missing: string, max: number) =>
  z
    .string(missing)
    .trim()
    .min(1, missing)
    .max(max, 'Invalid input')
    .refine((name) => !NOT_OF_A_NAME.test(name), NOT_PLAIN)
