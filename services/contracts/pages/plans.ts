import { z } from 'zod'

export const planSchema = z.enum(['starter', 'standard', 'prime'])
export type Plan = z.infer<typeof planSchema>
export const cycleSchema = z.enum(['monthly', 'yearly'])
export type Cycle = z.infer<typeof cycleSchema>

/** Fits every column and sum. */
export const HIGHEST_TERM = 1_000_000_000

const term = z.number().int().min(0).max(HIGHEST_TERM)

/** Null is unlimited. `transactions`: awards per calendar month in Yerevan. */
export const planTermsSchema = z.object({
  perks: term.nullable(),
  transactions: term.nullable(),
  monthlyAmd: term,
  yearlyAmd: term,
})
export type PlanTerms = z.infer<typeof planTermsSchema>

/** A setting (H37), read by businesses/plans/plan-terms.ts. */
export const allPlanTermsSchema = z.object({
  starter: planTermsSchema,
  standard: planTermsSchema,
  prime: planTermsSchema,
})
export type AllPlanTerms = z.infer<typeof allPlanTermsSchema>

/** R225, H37. A year costs ten months. */
export const DEFAULT_PLAN_TERMS: AllPlanTerms = {
  starter: { perks: 1, transactions: 1_000, monthlyAmd: 4_900, yearlyAmd: 49_000 },
  standard: { perks: 5, transactions: 10_000, monthlyAmd: 14_900, yearlyAmd: 149_000 },
  prime: { perks: null, transactions: null, monthlyAmd: 39_900, yearlyAmd: 399_000 },
}

/** Smallest first. */
export const PLANS_IN_ORDER = ['starter', 'standard', 'prime'] as const satisfies readonly Plan[]

/** R77: the bar warns from this share. */
export const WARNING_SHARE = 0.8
