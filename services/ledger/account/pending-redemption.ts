import { lookUp } from '../persistent-map.ts'
import { refuse, type Refusal } from '../refusal.ts'
import type { AccountState, Redemption } from './account.ts'

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
