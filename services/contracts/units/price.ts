import type { Cycle, PlanTerms } from '../pages/plans.ts'

/** A plan's price for a month or a year, in AMD. */
export const priceOf = ({ monthlyAmd, yearlyAmd }: Pick<PlanTerms, 'monthlyAmd' | 'yearlyAmd'>, cycle: Cycle): number =>
  cycle === 'yearly' ? yearlyAmd : monthlyAmd
