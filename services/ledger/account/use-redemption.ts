import type { LedgerEvent } from '#contracts/events/ledger-events.ts'
import type { Refusal } from '../refusal.ts'
import type { AccountState } from './account.ts'
import { pendingRedemption } from './pending-redemption.ts'

export type UseRedemption = { type: 'UseRedemption'; redemptionId: string }

/** R66: a code is honoured once. */
export function useRedemption({ redemptionId }: UseRedemption, state: AccountState): LedgerEvent[] | Refusal {
  const pending = pendingRedemption(state, redemptionId)
  if ('refused' in pending) return pending
  return [{ type: 'RedemptionUsed', data: { redemptionId } }]
}
