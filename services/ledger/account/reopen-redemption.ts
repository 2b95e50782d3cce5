import { REOPEN_WINDOW_MS } from '#contracts/calls/counter.ts'
import type { LedgerEvent } from '#contracts/events/ledger-events.ts'
import { lookUp } from '../persistent-map.ts'
import { refuse, type Refusal } from '../refusal.ts'
import type { AccountState } from './account.ts'

/** `nowMs` (epoch ms): a decision reads no clock. */
export type ReopenRedemption = { type: 'ReopenRedemption'; redemptionId: string; reason: string; nowMs: number }

/** Undoes a use within 24 hours of it: the code is pending again, and no points move (decision 44). */
export function reopenRedemption(
  { redemptionId, reason, nowMs }: ReopenRedemption,
  state: AccountState,
): LedgerEvent[] | Refusal {
  const redemption = lookUp(state.redemptions, redemptionId)
  if (!redemption) return refuse('redemption_not_found')
  if (redemption.status === 'cancelled') return refuse('redemption_cancelled')
  if (redemption.status === 'pending') return refuse('redemption_not_used')
  if (nowMs - (redemption.usedAtMs ?? 0) > REOPEN_WINDOW_MS) return refuse('reopen_too_late')
  return [{ type: 'RedemptionReopened', data: { redemptionId, reason } }]
}
