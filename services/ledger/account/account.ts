/**
 * State folded from an account's events, with every executed command's response for idempotent replay. Amounts are
 * integer tenths of a point.
 */
import type { EventMetadata, LedgerEvent } from '#contracts/events/ledger-events.ts'
import type { FrozenMap } from '../frozen-map.ts'
import { EMPTY_MAP, lookUp, withEntry, type PersistentMap } from '../persistent-map.ts'

/** `tenths`: what the award holds after its corrections. `amountAmd`: the last corrected one. */
export type Award = { tenths: number; amountAmd: number; recordedAtMs: number; voided: boolean }
/** `usedAtMs`: of its last use. */
export type Redemption = {
  redemptionId: string
  costTenths: number
  status: 'pending' | 'used' | 'cancelled'
  usedAtMs?: number
}

/** For replayed responses; the actor is only in the log. */
export type AccountEvent = LedgerEvent & { id: string; revision: number; recordedAt: string }

/** Where the log has a command's events. */
export type CommandPlace = readonly [balanceAfterTenths: number, ...revisions: number[]]

export type SeenCommand = { inputHash: string; events: readonly AccountEvent[]; balanceAfterTenths: number }

export type AccountState = {
  readonly balanceTenths: number
  readonly closed: boolean
  readonly awards: PersistentMap<Award>
  readonly redemptions: PersistentMap<Redemption>
  readonly commands: PersistentMap<SeenCommand>
  /** Commands from before the snapshot that the account was folded on from (read-back.ts). */
  readonly recorded?: FrozenMap<CommandPlace>
}

export const initialState: AccountState = {
  balanceTenths: 0,
  closed: false,
  awards: EMPTY_MAP,
  redemptions: EMPTY_MAP,
  commands: EMPTY_MAP,
}

export type EventOnAccount = LedgerEvent & {
  id: string
  revision: number
  metadata: Pick<EventMetadata, 'commandId' | 'inputHash' | 'recordedAt'>
}

/** Never refuses: an event in the log has happened. */
export function evolve(state: AccountState, event: EventOnAccount): AccountState {
  return remember(apply(state, event), event)
}

function apply(state: AccountState, event: EventOnAccount): AccountState {
  switch (event.type) {
    case 'PointsAwarded': {
      const { awardId, tenths, amountAmd } = event.data
      const award = { tenths, amountAmd, recordedAtMs: Date.parse(event.metadata.recordedAt), voided: false }
      return { ...state, balanceTenths: state.balanceTenths + tenths, awards: withEntry(state.awards, awardId, award) }
    }
    case 'PerkRedeemed': {
      const { redemptionId, costTenths } = event.data
      const redemptions = withEntry<Redemption>(state.redemptions, redemptionId, {
        redemptionId,
        costTenths,
        status: 'pending',
      })
      return { ...state, balanceTenths: state.balanceTenths - costTenths, redemptions }
    }
    case 'RedemptionUsed':
      return { ...state, redemptions: withStatus(state, event, 'used') }
    case 'RedemptionCancelled':
      return { ...state, redemptions: withStatus(state, event, 'cancelled') }
    case 'RedemptionReopened':
      return { ...state, redemptions: withStatus(state, event, 'pending') }
    case 'PointsRefunded':
      return { ...state, balanceTenths: state.balanceTenths + event.data.tenths }
    case 'AwardVoided': {
      const { awardId, tenths } = event.data
      const award = lookUp(state.awards, awardId)
      const awards = award ? withEntry(state.awards, awardId, { ...award, voided: true }) : state.awards
      return { ...state, balanceTenths: state.balanceTenths - tenths, awards }
    }
    case 'AwardCorrected': {
      const { awardId, amountAmd, differenceTenths } = event.data
      const award = lookUp(state.awards, awardId)
      const awards = award
        ? withEntry(state.awards, awardId, { ...award, amountAmd, tenths: award.tenths + differenceTenths })
        : state.awards
      return { ...state, balanceTenths: state.balanceTenths + differenceTenths, awards }
    }
    case 'AccountClosed':
      return { ...state, balanceTenths: state.balanceTenths - event.data.forfeitedTenths, closed: true }
    case 'PointsMergedOut':
      return { ...state, balanceTenths: state.balanceTenths - event.data.tenths, closed: true }
    case 'PointsMergedIn':
      return { ...state, balanceTenths: state.balanceTenths + event.data.tenths }
  }
}

function withStatus(
  state: AccountState,
  {
    data: { redemptionId },
    metadata: { recordedAt },
  }: { data: { redemptionId: string } } & Pick<EventOnAccount, 'metadata'>,
  status: Redemption['status'],
): AccountState['redemptions'] {
  const redemption = lookUp(state.redemptions, redemptionId)
  if (!redemption) return state.redemptions
  const { usedAtMs: _earlier, ...given } = redemption
  const used = status === 'used' ? { usedAtMs: Date.parse(recordedAt) } : {}
  return withEntry(state.redemptions, redemptionId, { ...given, ...used, status })
}

function remember(state: AccountState, { metadata, ...event }: EventOnAccount): AccountState {
  const { commandId, inputHash, recordedAt } = metadata
  const known = lookUp(state.commands, commandId)
  const place = known === undefined ? state.recorded?.get(commandId) : undefined
  if (state.recorded && place) {
    // The snapshot was taken between two events of one command.
    const [, ...revisions] = place
    const longer: CommandPlace = [state.balanceTenths, ...revisions, event.revision]
    return { ...state, recorded: state.recorded.with(new Map([[commandId, longer]])) }
  }
  const before = known?.events ?? []
  const kept = accountEvent(event, recordedAt)
  const seen: SeenCommand = { inputHash, events: [...before, kept], balanceAfterTenths: state.balanceTenths }
  return { ...state, commands: withEntry(state.commands, commandId, seen) }
}

/** A recorded event also carries stream and position, which would waste memory over 10,000 events. */
export function accountEvent(event: LedgerEvent & { id: string; revision: number }, recordedAt: string): AccountEvent {
  const { id, revision, type, data } = event
  return { id, revision, recordedAt, type, data } as AccountEvent
}
