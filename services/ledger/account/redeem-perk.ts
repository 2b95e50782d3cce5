import type { LedgerEvent } from '#contracts/ledger-events.ts'
import { refuse, type Refusal } from '../refusal.ts'
import type { AccountState } from './account.ts'

/** The buyer chose `perkId`; its name and cost of this moment and the random `code` are handed in by the caller. */
export type RedeemPerk = { type: 'RedeemPerk'; perkId: number; perkName: string; costTenths: number; code: string }

/** R169, R232: the event keeps name and cost as they are now; the redemption is named by its command. */
export function redeemPerk(
  { perkId, perkName, costTenths, code, commandId }: RedeemPerk & { commandId: string },
  state: AccountState,
): LedgerEvent[] | Refusal {
  if (!Number.isInteger(costTenths) || costTenths <= 0) return refuse('invalid_input')
  if (costTenths > state.balanceTenths) return refuse('insufficient_points')
  return [{ type: 'PerkRedeemed', data: { redemptionId: commandId, code, perkId, perkName, costTenths } }]
}
