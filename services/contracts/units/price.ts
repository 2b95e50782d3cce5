import type { Cycle, PlanTerms } from '../pages/plans.ts'

/** What a plan costs for a month or for a year, in AMD. */
export const priceOf = ({ monthlyAmd, yearlyAmd }: Pick<PlanTerms, 'monthlyAmd' | 'yearlyAmd'>, cycle: Cycle): number =>
  cycle === 'yearly' ? yearlyAmd : monthlyAmd
