/** Whole numbers as text: what PostgreSQL can hold, and nothing beyond. */
import { z } from 'zod'

/** Of a column of the type integer, as most ids are. */
export const INTEGER_MAX = 2 ** 31 - 1

const HIGHEST = { integer: BigInt(INTEGER_MAX), bigint: 2n ** 63n - 1n }

/** The highest of a column of the type bigint, as text: every position of the log is before it. */
export const BIGINT_MAX = String(HIGHEST.bigint)

/** Before every position of the log, as text: what comes after it is all of the log. */
export const BEFORE_ALL = '-1'

/** Digits alone, up to the highest number of the column's type. */
export const digitsSchema = (type: keyof typeof HIGHEST, message: string) =>
  z
    .string()
    .regex(/^\d{1,19}$/, { error: message, abort: true })
    .refine((digits) => BigInt(digits) <= HIGHEST[type], message)

/** A number that a query names. JavaScript makes 0 of an empty text; here it is none, as for every other kind of question. */
export const askedNumberSchema = <T extends z.ZodType>(number: T) =>
  z.preprocess((text) => (typeof text === 'string' && text.trim() === '' ? undefined : text), number)
