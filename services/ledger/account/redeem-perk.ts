import type { LedgerEvent } from '#contracts/events/ledger-events.ts'
import { refuse, type Refusal } from '../refusal.ts'
import type { AccountState } from './account.ts'

/**
 * The buyer chose `perkId`. The caller passes in its present name and cost, the random `code`, and the redemption's id. By default that is the command's
 * id; but a command's id is derived from buyer and key alone, and the same key used at another business must not name two redemptions.
 */
export type RedeemPerk = {
  type: 'RedeemPerk'
  redemptionId?: string
  perkId: number
  perkName: string
  costTenths: number
  code: string
}

/** R169, R232: the event keeps name and cost as they are now. */
export function redeemPerk(
  { commandId, redemptionId = commandId, perkId, perkName, costTenths, code }: RedeemPerk & { commandId: string },
  state: AccountState,
): LedgerEvent[] | Refusal {
  if (!Number.isInteger(costTenths) || costTenths <= 0) return refuse('invalid_input')
  if (costTenths > state.balanceTenths) return refuse('insufficient_points')
  return [{ type: 'PerkRedeemed', data: { redemptionId, code, perkId, perkName, costTenths } }]
}
