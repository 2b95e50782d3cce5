import { VOID_WINDOW_MS } from '#contracts/calls/counter.ts'
import type { LedgerEvent } from '#contracts/events/ledger-events.ts'
import { AWARD_RULE, MAX_AMOUNT_AMD, MAX_TENTHS, MIN_AMOUNT_AMD, tenthsForAmount } from '#contracts/units/points.ts'
import { lookUp } from '../persistent-map.ts'
import { refuse, type Refusal } from '../refusal.ts'
import type { AccountState } from './account.ts'

/** `amountAmd`: the right one. `nowMs` (epoch ms): a decision reads no clock. */
export type CorrectAward = { type: 'CorrectAward'; awardId: string; amountAmd: number; reason: string; nowMs: number }

/**
 * H3, H4 (decision 44): up or down, within 24 hours. Takes back what the balance covers and records what is missing; a
 * later correction takes that, too.
 */
export function correctAward(
  { awardId, amountAmd, reason, nowMs }: CorrectAward,
  state: AccountState,
): LedgerEvent[] | Refusal {
  const award = lookUp(state.awards, awardId)
  if (!award) return refuse('award_not_found')
  if (award.voided) return refuse('award_already_voided')
  if (nowMs - award.recordedAtMs > VOID_WINDOW_MS) return refuse('correction_too_late')
  if (!Number.isInteger(amountAmd) || amountAmd < MIN_AMOUNT_AMD || amountAmd > MAX_AMOUNT_AMD)
    return refuse('invalid_input')
  const tenths = tenthsForAmount(amountAmd)
  const wantedTenths = tenths - award.tenths
  // `0 -`, because an empty balance takes 0, not -0.
  const differenceTenths = Math.max(wantedTenths, 0 - state.balanceTenths)
  if (state.balanceTenths + differenceTenths > MAX_TENTHS) return refuse('invalid_input')
  const data = { awardId, amountAmd, tenths, rule: AWARD_RULE, differenceTenths }
  if (amountAmd === award.amountAmd && differenceTenths === 0) return refuse('award_unchanged')
  return [{ type: 'AwardCorrected', data: { ...data, missingTenths: differenceTenths - wantedTenths, reason } }]
}
