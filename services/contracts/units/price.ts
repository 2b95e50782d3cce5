import type { Cycle, PlanTerms } from '../pages/plans.ts'

export const priceOf = ({ monthlyAmd, yearlyAmd }: Pick<PlanTerms, 'monthlyAmd' | 'yearlyAmd'>, cycle: Cycle): number =>
  cycle === 'yearly' ? yearlyAmd : monthlyAmd
