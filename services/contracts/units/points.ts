/** Input of amounts and points (R165-R168); arithmetic: tenths.ts. */
import { z } from 'zod'
import { MAX_AMOUNT_AMD, MIN_AMOUNT_AMD } from './tenths.ts'

export * from './tenths.ts'

export const MINIMUM_TRANSACTION = 'Minimum transaction amount is 50 AMD'

/**
 * R165, R167: whole AMD in ASCII digits; spaces around are tolerated. '50.9', '5e3', '٥٠٠' and negatives are refused
 * with the specified text.
 */
export const amountAmdSchema = z.union([z.number(), z.string()]).transform((input, context) => {
  // Unsafe integers are too large anyway. Numbers skip the digit pattern, because from 1e21 JavaScript writes an
  // exponent.
  const amountAmd = typeof input === 'number' || /^\d+$/.test(input.trim()) ? Number(input) : Number.NaN
  if (!Number.isInteger(amountAmd) || amountAmd < MIN_AMOUNT_AMD) {
    context.addIssue({ code: 'custom', message: MINIMUM_TRANSACTION })
    return z.NEVER
  }
  if (amountAmd > MAX_AMOUNT_AMD) {
    context.addIssue({ code: 'custom', message: 'Amount is too large' })
    return z.NEVER
  }
  return amountAmd
})
