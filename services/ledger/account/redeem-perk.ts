import type { LedgerEvent } from '#contracts/events/ledger-events.ts'
import { refuse, type Refusal } from '../refusal.ts'
import type { AccountState } from './account.ts'

/**
 * `redemptionId` defaults to the command's id, which derives from buyer and key alone: the same key at another business
 * needs an explicit one. `code`: random.
 */
export type RedeemPerk = {
  type: 'RedeemPerk'
  redemptionId?: string
  perkId: number
  perkName: string
  costTenths: number
  code: string
}

/** R169, R232: records the perk's name and cost of that moment. */
export function redeemPerk(
  { commandId, redemptionId = commandId, perkId, perkName, costTenths, code }: RedeemPerk & { commandId: string },
  state: AccountState,
): LedgerEvent[] | Refusal {
  if (!Number.isInteger(costTenths) || costTenths <= 0) return refuse('invalid_input')
  if (costTenths > state.balanceTenths) return refuse('insufficient_points')
  return [{ type: 'PerkRedeemed', data: { redemptionId, code, perkId, perkName, costTenths } }]
}
