import { z } from 'zod'
import { addStaffSchema, pinSchema } from '#contracts/rights/staff-calls.ts'

/** The contract's person. An empty PIN keeps the present one, which a new person has not. */
export const personRules = (isNew: boolean) =>
  isNew
    ? addStaffSchema
    : addStaffSchema.extend({
        pin: z.union([z.literal('').transform(() => undefined), pinSchema]),
      })
