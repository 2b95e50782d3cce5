import type { UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import { awardPointsSchema } from '#contracts/business.ts'

export const RECEIPT_MAX = 40

/** The award's own contract; an empty receipt field is no receipt. */
export const counterFormSchema = awardPointsSchema
  .omit({ happenedAt: true, receipt: true })
  .extend({ receipt: z.string().trim().max(RECEIPT_MAX) })
  .transform(({ receipt, ...award }) => (receipt === '' ? award : { ...award, receipt }))
export type CounterInput = z.output<typeof counterFormSchema>
export type CounterForm = UseFormReturn<z.input<typeof counterFormSchema>, unknown, CounterInput>

export const FIELDS = ['buyerId', 'amountSpent', 'receipt'] as const
export type CounterField = (typeof FIELDS)[number]
