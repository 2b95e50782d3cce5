import { z } from 'zod'
import { perkInputSchema, pointsRequiredSchema } from '#contracts/calls/perks.ts'

/** The contract's perk, with typed points: decimal point or comma, sent as a number (R168). */
export const perkRules = perkInputSchema.extend({
  pointsRequired: z
    .string()
    .trim()
    .min(1, 'Required')
    .transform((typed) => (/^\d+([.,]\d+)?$/.test(typed) ? Number(typed.replace(',', '.')) : Number.NaN))
    .pipe(z.number('Points must be at least 0.5, in steps of 0.5').pipe(pointsRequiredSchema)),
})
