/** Every command that an account accepts. Pure: no clock, no randomness, no store. */
import type { LedgerEvent } from '#contracts/events/ledger-events.ts'
import { lookUp } from '../persistent-map.ts'
import { isOnlyRecorded } from '../read-back.ts'
import { refuse, type Refusal } from '../refusal.ts'
import type { AccountState, SeenCommand } from './account.ts'
import { awardPoints, type AwardPoints } from './award-points.ts'
import { cancelRedemption, type CancelRedemption } from './cancel-redemption.ts'
import { closeAccount, type CloseAccount } from './close-account.ts'
import { correctAward, type CorrectAward } from './correct-award.ts'
import { mergePointsIn, mergePointsOut, type MergePointsIn, type MergePointsOut } from './merge-points.ts'
import { redeemPerk, type RedeemPerk } from './redeem-perk.ts'
import { reopenRedemption, type ReopenRedemption } from './reopen-redemption.ts'
import { useRedemption, type UseRedemption } from './use-redemption.ts'
import { voidAward, type VoidAward } from './void-award.ts'

export type AccountCommand =
  | AwardPoints
  | RedeemPerk
  | UseRedemption
  | ReopenRedemption
  | CancelRedemption
  | VoidAward
  | CorrectAward
  | CloseAccount
  | MergePointsOut
  | MergePointsIn
export type IdentifiedCommand = AccountCommand & { commandId: string }

export function decide(command: IdentifiedCommand, state: AccountState): LedgerEvent[] | Refusal {
  if (state.closed) return refuse('account_closed')
  switch (command.type) {
    case 'AwardPoints':
      return awardPoints(command, state)
    case 'RedeemPerk':
      return redeemPerk(command, state)
    case 'UseRedemption':
      return useRedemption(command, state)
    case 'ReopenRedemption':
      return reopenRedemption(command, state)
    case 'CancelRedemption':
      return cancelRedemption(command, state)
    case 'VoidAward':
      return voidAward(command, state)
    case 'CorrectAward':
      return correctAward(command, state)
    case 'CloseAccount':
      return closeAccount(command, state)
    case 'MergePointsOut':
      return mergePointsOut(command, state)
    case 'MergePointsIn':
      return mergePointsIn(command)
  }
}

/**
 * First response to an executed command. Refuses its key with different input (422). Throws if the command has to be
 * read back first (read-back.ts): it would be executed twice.
 */
export function recall(state: AccountState, commandId: string, inputHash: string): SeenCommand | Refusal | undefined {
  const seen = lookUp(state.commands, commandId)
  if (isOnlyRecorded(state, commandId)) throw new Error(`Command ${commandId} was not read back`)
  return seen === undefined || seen.inputHash === inputHash ? seen : refuse('idempotency_key_reused')
}

/** Server's additions to the person's input. */
type HandedIn = {
  AwardPoints: never
  RedeemPerk: 'redemptionId' | 'code' | 'perkName' | 'costTenths'
  UseRedemption: never
  ReopenRedemption: 'nowMs'
  CancelRedemption: never
  VoidAward: 'nowMs' | 'byAdmin'
  CorrectAward: 'nowMs'
  CloseAccount: never
  MergePointsOut: never
  MergePointsIn: never
}
/**
 * Includes optional fields: one forgotten in `inputOf` fails to compile. Otherwise a retry that changes it would pass
 * as the same command.
 */
type InputOf<C extends AccountCommand> = {
  [Field in Exclude<keyof Required<C>, HandedIn[C['type']]>]: C[Field] | undefined
}

/** A retry of the same action must compare equal. */
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
    case 'ReopenRedemption':
      return {
        type: command.type,
        redemptionId: command.redemptionId,
        reason: command.reason,
      } satisfies InputOf<ReopenRedemption>
    case 'CancelRedemption':
      return {
        type: command.type,
        redemptionId: command.redemptionId,
        reason: command.reason,
      } satisfies InputOf<CancelRedemption>
    case 'VoidAward':
      return { type: command.type, awardId: command.awardId, reason: command.reason } satisfies InputOf<VoidAward>
    case 'CorrectAward':
      return {
        type: command.type,
        awardId: command.awardId,
        amountAmd: command.amountAmd,
        reason: command.reason,
      } satisfies InputOf<CorrectAward>
    case 'CloseAccount':
      return { type: command.type } satisfies InputOf<CloseAccount>
    case 'MergePointsOut':
      return { type: command.type, toId: command.toId } satisfies InputOf<MergePointsOut>
    case 'MergePointsIn':
      return {
        type: command.type,
        mergeId: command.mergeId,
        fromId: command.fromId,
        tenths: command.tenths,
      } satisfies InputOf<MergePointsIn>
  }
}
