/** Amounts and points as input (R165-R168); tenths.ts has the arithmetic. */
import { z } from 'zod'
import { MAX_AMOUNT_AMD, MIN_AMOUNT_AMD } from './tenths.ts'

export * from './tenths.ts'

export const MINIMUM_TRANSACTION = 'Minimum transaction amount is 50 AMD'

/**
 * R165, R167: an amount in AMD is a whole number in ASCII digits; only surrounding spaces are tolerated. '50.9', '5e3',
 * '٥٠٠', negatives and the empty string are refused with the specified text, in the app and on the server.
 */
export const amountAmdSchema = z.union([z.number(), z.string()]).transform((input, context) => {
  // Digits beyond the safe integers are rounded, but too large anyway. Numbers skip the digit pattern, because
  // JavaScript writes them with an exponent from 1e21 on.
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
