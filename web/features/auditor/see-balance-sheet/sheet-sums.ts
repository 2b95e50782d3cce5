import type { BalanceSheet } from '#contracts/calls/staff/audit.ts'
import type { MovementType } from '#contracts/events/ledger-events.ts'
import { toTenths } from '#web/lib/words/format.ts'

export type Figure = 'issued' | 'voided' | 'redeemed' | 'refunded' | 'forfeited'

/** In the order of the sum, with the sign and the counted movements. */
export const FIGURES: readonly { name: Figure; sign: '+' | '−'; type: MovementType }[] = [
  { name: 'issued', sign: '+', type: 'PointsAwarded' },
  { name: 'voided', sign: '−', type: 'AwardVoided' },
  { name: 'redeemed', sign: '−', type: 'PerkRedeemed' },
  { name: 'refunded', sign: '+', type: 'PointsRefunded' },
  { name: 'forfeited', sign: '−', type: 'AccountClosed' },
]

type Sums = Record<Figure, number>

/** Sums in tenths. */
export function totalOf(businesses: readonly Pick<BalanceSheet['businesses'][number], Figure>[]): Sums {
  const sums: Sums = { issued: 0, voided: 0, redeemed: 0, refunded: 0, forfeited: 0 }
  for (const business of businesses) for (const { name } of FIGURES) sums[name] += toTenths(business[name])
  return sums
}

/** issued − voided − redeemed + refunded − forfeited. */
export function outstandingOf(sums: Sums): number {
  return FIGURES.reduce((sum, { name, sign }) => sum + (sign === '+' ? sums[name] : -sums[name]), 0)
}
