import type { LedgerEvent } from '#contracts/events/ledger-events.ts'
import { refuse, type Refusal } from '../refusal.ts'
import type { AccountState } from './account.ts'

/**
 * The caller passes in the perk's current name and cost, the random `code`, and the redemption's id.
 * The id defaults to the command's id. That id derives from buyer and key alone, so the same key used at another
 * business needs an explicit id to name another redemption.
 */
export type RedeemPerk = {
  type: 'RedeemPerk'
  redemptionId?: string
  perkId: number
  perkName: string
  costTenths: number
  code: string
}

/** R169, R232: the event records the perk's name and cost of that moment. */
export function redeemPerk(
  { commandId, redemptionId = commandId, perkId, perkName, costTenths, code }: RedeemPerk & { commandId: string },
  state: AccountState,
): LedgerEvent[] | Refusal {
  if (!Number.isInteger(costTenths) || costTenths <= 0) return refuse('invalid_input')
  if (costTenths > state.balanceTenths) return refuse('insufficient_points')
  return [{ type: 'PerkRedeemed', data: { redemptionId, code, perkId, perkName, costTenths } }]
}
