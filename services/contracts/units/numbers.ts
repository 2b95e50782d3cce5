import { z } from 'zod'

/** PostgreSQL's integer. */
export const INTEGER_MAX = 2 ** 31 - 1

const HIGHEST = { integer: BigInt(INTEGER_MAX), bigint: 2n ** 63n - 1n }

/** PostgreSQL's bigint: after every log position. */
export const BIGINT_MAX = String(HIGHEST.bigint)

/** Before every log position. */
export const BEFORE_ALL = '-1'

/** Up to the column type's maximum. */
export const digitsSchema = (type: keyof typeof HIGHEST, message: string) =>
  z
    .string()
    .regex(/^\d{1,19}$/, { error: message, abort: true })
    .refine((digits) => BigInt(digits) <= HIGHEST[type], message)

/** In a query string, where JavaScript would convert an empty text to 0. */
export const askedNumberSchema = <T extends z.ZodType>(number: T) =>
  z.preprocess((text) => (typeof text === 'string' && text.trim() === '' ? undefined : text), number)
