import type { LedgerEvent } from '#contracts/events/ledger-events.ts'
import { AWARD_RULE, MAX_AMOUNT_AMD, MAX_TENTHS, MIN_AMOUNT_AMD, tenthsForAmount } from '#contracts/units/points.ts'
import { refuse, type Refusal } from '../refusal.ts'
import type { AccountState } from './account.ts'

/** `receipt`: fiscal receipt's number. */
export type AwardPoints = { type: 'AwardPoints'; amountAmd: number; receipt?: string }

/** H1, H2: whole AMD from 50 to 99,999,999 earn floor(amount / 50) tenths. */
export function awardPoints(
  { amountAmd, receipt, commandId }: AwardPoints & { commandId: string },
  state: AccountState,
): LedgerEvent[] | Refusal {
  if (!Number.isInteger(amountAmd) || amountAmd < MIN_AMOUNT_AMD || amountAmd > MAX_AMOUNT_AMD)
    return refuse('invalid_input')
  const tenths = tenthsForAmount(amountAmd)
  if (state.balanceTenths + tenths > MAX_TENTHS) return refuse('invalid_input')
  const award = { awardId: commandId, amountAmd, tenths, rule: AWARD_RULE }
  return [{ type: 'PointsAwarded', data: receipt === undefined ? award : { ...award, receipt } }]
}
