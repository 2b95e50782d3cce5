import type { LedgerEvent } from '#contracts/ledger-events.ts'
import { refuse, type Refusal } from '../refusal.ts'
import type { AccountState } from './account.ts'

/**
 * The buyer chose `perkId`; its name and cost of this moment and the random `code` are handed in by the caller. So is the redemption's name: the
 * command's id is the buyer's and his key's alone, and a key that comes again at another business must not name two redemptions. Without one it is the command's id.
 */
export type RedeemPerk = { type: 'RedeemPerk'; redemptionId?: string; perkId: number; perkName: string; costTenths: number; code: string }

/** R169, R232: the event keeps name and cost as they are now. */
export function redeemPerk(
  { commandId, redemptionId = commandId, perkId, perkName, costTenths, code }: RedeemPerk & { commandId: string },
  state: AccountState,
): LedgerEvent[] | Refusal {
  if (!Number.isInteger(costTenths) || costTenths <= 0) return refuse('invalid_input')
  if (costTenths > state.balanceTenths) return refuse('insufficient_points')
  return [{ type: 'PerkRedeemed', data: { redemptionId, code, perkId, perkName, costTenths } }]
}
