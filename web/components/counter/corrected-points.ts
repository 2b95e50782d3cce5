import type { RecentAward } from '#contracts/calls/counter.ts'
import { tenthsForAmount } from '#contracts/units/points.ts'
import { toTenths } from '#web/lib/words/format.ts'

export interface CorrectedPoints {
  differenceTenths: number
  missingTenths: number
  beforeTenths: number
  afterTenths: number
}

/** Preview of the account's rule (ledger/account/correct-award.ts), in tenths of a point. */
export function correctedPoints({ undo, correction }: RecentAward, amountAmd: number): CorrectedPoints {
  const beforeTenths = toTenths(undo.balance ?? 0)
  const wantedTenths = tenthsForAmount(amountAmd) - toTenths(correction.held)
  const differenceTenths = Math.max(wantedTenths, 0 - beforeTenths)
  return {
    differenceTenths,
    missingTenths: differenceTenths - wantedTenths,
    beforeTenths,
    afterTenths: beforeTenths + differenceTenths,
  }
}
