import type { UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import { awardPointsSchema, RECEIPT_MAX } from '#contracts/calls/business.ts'
import { seenOrNull } from '#contracts/units/names.ts'
import { typedAmountSchema } from '#web/lib/forms/typed-amount.ts'

/**
 * The award's contract; a receipt without visible characters counts as none. The contract reports the minimum for any
 * invalid amount, but the counter says what is wrong with 12 345 and 50.9.
 */
const fieldsSchema = awardPointsSchema
  .omit({ happenedAt: true, receipt: true })
  .extend({ amountSpent: typedAmountSchema, receipt: z.string().trim().max(RECEIPT_MAX).transform(seenOrNull) })
export const counterFormSchema = fieldsSchema.transform(({ receipt, ...award }) =>
  receipt === null ? award : { ...award, receipt },
)
export type CounterInput = z.output<typeof counterFormSchema>
export type CounterForm = UseFormReturn<z.input<typeof counterFormSchema>, unknown, CounterInput>

/** In form order. */
export const FIELDS = fieldsSchema.keyof().options
export type CounterField = (typeof FIELDS)[number]
