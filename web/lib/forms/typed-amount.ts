import { z } from 'zod'
import { amountAmdSchema } from '#contracts/units/points.ts'

const WHOLE_NUMBER = /^\s*-?\d+\s*$/

/** An amount in AMD as typed. An empty or too small one gets the minimum message (R165). */
export const typedAmountSchema = z
  .union([z.number(), z.string()])
  .refine((amount) => typeof amount === 'number' || amount.trim() === '' || WHOLE_NUMBER.test(amount), {
    error: 'Amount in digits only',
    abort: true,
  })
  .pipe(amountAmdSchema)
