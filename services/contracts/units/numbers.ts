/** Whole numbers as text, within PostgreSQL's limits. */
import { z } from 'zod'

/** Maximum of a column of type integer, as most ids are. */
export const INTEGER_MAX = 2 ** 31 - 1

const HIGHEST = { integer: BigInt(INTEGER_MAX), bigint: 2n ** 63n - 1n }

/** Maximum of a column of type bigint, as text: after every log position. */
export const BIGINT_MAX = String(HIGHEST.bigint)

/** Before every log position, as text: reads from here return the whole log. */
export const BEFORE_ALL = '-1'

/** Digits only, up to the maximum of the column's type. */
export const digitsSchema = (type: keyof typeof HIGHEST, message: string) =>
  z
    .string()
    .regex(/^\d{1,19}$/, { error: message, abort: true })
    .refine((digits) => BigInt(digits) <= HIGHEST[type], message)

/** A number in a query string. An empty text counts as missing, although JavaScript would convert it to 0. */
export const askedNumberSchema = <T extends z.ZodType>(number: T) =>
  z.preprocess((text) => (typeof text === 'string' && text.trim() === '' ? undefined : text), number)
