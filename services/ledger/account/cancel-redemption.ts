import type { LedgerEvent } from '#contracts/events/ledger-events.ts'
import type { Refusal } from '../refusal.ts'
import type { AccountState, Redemption } from './account.ts'
import { pendingRedemption } from './pending-redemption.ts'

export type CancelRedemption = { type: 'CancelRedemption'; redemptionId: string; reason: string }

/** R231, C13: refunds the original cost. */
export function cancelRedemption(
  { redemptionId, reason }: CancelRedemption,
  state: AccountState,
): LedgerEvent[] | Refusal {
  const pending = pendingRedemption(state, redemptionId)
  return 'refused' in pending ? pending : cancelledAndRefunded(pending, reason)
}

/** Always written together. */
export function cancelledAndRefunded({ redemptionId, costTenths }: Redemption, reason: string): LedgerEvent[] {
  return [
    { type: 'RedemptionCancelled', data: { redemptionId, reason } },
    { type: 'PointsRefunded', data: { redemptionId, tenths: costTenths } },
  ]
}
