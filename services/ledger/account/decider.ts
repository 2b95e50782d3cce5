/** The account's decider: all that may be asked of an account, and what comes of it. Pure: no clock, no randomness, no store. */
import type { LedgerEvent } from '#contracts/events/ledger-events.ts'
import { lookUp } from '../persistent-map.ts'
import { refuse, type Refusal } from '../refusal.ts'
import type { AccountState, SeenCommand } from './account.ts'
import { awardPoints, type AwardPoints } from './award-points.ts'
import { cancelRedemption, type CancelRedemption } from './cancel-redemption.ts'
import { closeAccount, type CloseAccount } from './close-account.ts'
import { redeemPerk, type RedeemPerk } from './redeem-perk.ts'
import { useRedemption, type UseRedemption } from './use-redemption.ts'
import { voidAward, type VoidAward } from './void-award.ts'

export type AccountCommand = AwardPoints | RedeemPerk | UseRedemption | CancelRedemption | VoidAward | CloseAccount
/** A command under the id of the person's action: awards take their names from it. */
export type IdentifiedCommand = AccountCommand & { commandId: string }

/** What happens when a command is carried out on an account in a state, or why it does not. A closed account refuses all. */
export function decide(command: IdentifiedCommand, state: AccountState): LedgerEvent[] | Refusal {
  if (state.closed) return refuse('account_closed')
  switch (command.type) {
    case 'AwardPoints':
      return awardPoints(command, state)
    case 'RedeemPerk':
      return redeemPerk(command, state)
    case 'UseRedemption':
      return useRedemption(command, state)
    case 'CancelRedemption':
      return cancelRedemption(command, state)
    case 'VoidAward':
      return voidAward(command, state)
    case 'CloseAccount':
      return closeAccount(command, state)
  }
}

/** The first answer to a command, where it was carried out before; a refusal where its key came with other input (422). */
export function recall(state: AccountState, commandId: string, inputHash: string): SeenCommand | Refusal | undefined {
  const seen = lookUp(state.commands, commandId)
  return seen === undefined || seen.inputHash === inputHash ? seen : refuse('idempotency_key_reused')
}

/** What stands in a command beside what the person sent: the random code, the redemption's name, the clock, the perk's present cost. */
type HandedIn = {
  AwardPoints: never
  RedeemPerk: 'redemptionId' | 'code' | 'perkName' | 'costTenths'
  UseRedemption: never
  CancelRedemption: never
  VoidAward: 'nowMs' | 'byAdmin'
  CloseAccount: never
}
/** Every other field, also where it may be missing: one that is forgotten here does not compile, instead of being ignored in a retry that changes it. */
type InputOf<C extends AccountCommand> = {
  [Field in Exclude<keyof Required<C>, HandedIn[C['type']]>]: C[Field] | undefined
}

/** What the person sent: a retry of the same action must compare equal. */
export function inputOf(command: AccountCommand): Record<string, unknown> {
  switch (command.type) {
    case 'AwardPoints':
      return {
        type: command.type,
        amountAmd: command.amountAmd,
        receipt: command.receipt,
      } satisfies InputOf<AwardPoints>
    case 'RedeemPerk':
      return { type: command.type, perkId: command.perkId } satisfies InputOf<RedeemPerk>
    case 'UseRedemption':
      return { type: command.type, redemptionId: command.redemptionId } satisfies InputOf<UseRedemption>
    case 'CancelRedemption':
      return {
        type: command.type,
        redemptionId: command.redemptionId,
        reason: command.reason,
      } satisfies InputOf<CancelRedemption>
    case 'VoidAward':
      return { type: command.type, awardId: command.awardId, reason: command.reason } satisfies InputOf<VoidAward>
    case 'CloseAccount':
      return { type: command.type } satisfies InputOf<CloseAccount>
  }
}
