/** Whole numbers as text: what PostgreSQL can hold, and nothing beyond. */
import { z } from 'zod'

const HIGHEST = { integer: 2n ** 31n - 1n, bigint: 2n ** 63n - 1n }

/** Digits alone, up to the highest number of the column's type. */
export const digitsSchema = (type: keyof typeof HIGHEST, message: string) =>
  z
    .string()
    .regex(/^\d{1,19}$/, { error: message, abort: true })
    .refine((digits) => BigInt(digits) <= HIGHEST[type], message)
