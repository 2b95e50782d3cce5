import { lookUp } from '../persistent-map.ts'
import { refuse, type Refusal } from '../refusal.ts'
import type { AccountState, Redemption } from './account.ts'

/** The redemption, where it still waits at the counter; otherwise why it does not. */
export function pendingRedemption(state: AccountState, redemptionId: string): Redemption | Refusal {
  const redemption = lookUp(state.redemptions, redemptionId)
  if (!redemption) return refuse('redemption_not_found')
  switch (redemption.status) {
    case 'used':
      return refuse('redemption_used')
    case 'cancelled':
      return refuse('redemption_cancelled')
    case 'pending':
      return redemption
  }
}
