/**
 * What an account is, folded from its events: the balance, what each award and redemption has come to, and every command
 * that was ever carried out, with the answer that it was given (design.md 1, rule 6). All amounts are integer tenths.
 */
import type { EventMetadata, LedgerEvent } from '#contracts/events/ledger-events.ts'
import { EMPTY_MAP, lookUp, withEntry, type PersistentMap } from '../persistent-map.ts'

export type Award = { tenths: number; recordedAtMs: number; voided: boolean }
export type Redemption = { redemptionId: string; costTenths: number; status: 'pending' | 'used' | 'cancelled' }

/** An event as the account remembers it for the answers to come: who did it stands in the log. */
export type AccountEvent = LedgerEvent & { id: string; revision: number; recordedAt: string }

/** A command that was carried out: the hash of what the caller had sent, and what it was answered. */
export type SeenCommand = { inputHash: string; events: readonly AccountEvent[]; balanceAfterTenths: number }

export type AccountState = {
  readonly balanceTenths: number
  readonly closed: boolean
  readonly awards: PersistentMap<Award>
  readonly redemptions: PersistentMap<Redemption>
  readonly commands: PersistentMap<SeenCommand>
}

export const initialState: AccountState = {
  balanceTenths: 0,
  closed: false,
  awards: EMPTY_MAP,
  redemptions: EMPTY_MAP,
  commands: EMPTY_MAP,
}

/** What `evolve` needs of an event, written or about to be written. */
export type EventOnAccount = LedgerEvent & {
  id: string
  revision: number
  metadata: Pick<EventMetadata, 'commandId' | 'inputHash' | 'recordedAt'>
}

/** The state after one more event. It never refuses: what stands in the log has happened. */
export function evolve(state: AccountState, event: EventOnAccount): AccountState {
  return remember(apply(state, event), event)
}

function apply(state: AccountState, event: EventOnAccount): AccountState {
  switch (event.type) {
    case 'PointsAwarded': {
      const { awardId, tenths } = event.data
      const award = { tenths, recordedAtMs: Date.parse(event.metadata.recordedAt), voided: false }
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
      return { ...state, redemptions: withStatus(state, event.data.redemptionId, 'used') }
    case 'RedemptionCancelled':
      return { ...state, redemptions: withStatus(state, event.data.redemptionId, 'cancelled') }
    case 'PointsRefunded':
      return { ...state, balanceTenths: state.balanceTenths + event.data.tenths }
    case 'AwardVoided': {
      const { awardId, tenths } = event.data
      const award = lookUp(state.awards, awardId)
      const awards = award ? withEntry(state.awards, awardId, { ...award, voided: true }) : state.awards
      return { ...state, balanceTenths: state.balanceTenths - tenths, awards }
    }
    case 'AccountClosed':
      return { ...state, balanceTenths: state.balanceTenths - event.data.forfeitedTenths, closed: true }
  }
}

function withStatus(
  state: AccountState,
  redemptionId: string,
  status: 'used' | 'cancelled',
): AccountState['redemptions'] {
  const redemption = lookUp(state.redemptions, redemptionId)
  return redemption ? withEntry(state.redemptions, redemptionId, { ...redemption, status }) : state.redemptions
}

function remember(state: AccountState, { metadata, ...event }: EventOnAccount): AccountState {
  const { commandId, inputHash, recordedAt } = metadata
  const before = lookUp(state.commands, commandId)?.events ?? []
  const kept = accountEvent(event, recordedAt)
  const seen: SeenCommand = { inputHash, events: [...before, kept], balanceAfterTenths: state.balanceTenths }
  return { ...state, commands: withEntry(state.commands, commandId, seen) }
}

/** Only these fields: a recorded event carries more (its stream, its position), which ten thousand of them need not. */
function accountEvent(event: LedgerEvent & { id: string; revision: number }, recordedAt: string): AccountEvent {
  const { id, revision, type, data } = event
  return { id, revision, recordedAt, type, data } as AccountEvent
}
