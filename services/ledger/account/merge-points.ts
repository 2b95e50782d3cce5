import type { LedgerEvent } from '#contracts/events/ledger-events.ts'
import { refuse, type Refusal } from '../refusal.ts'
import type { AccountState } from './account.ts'

/** On a card's account. `toId`: users.id of who claimed the card. */
export type MergePointsOut = { type: 'MergePointsOut'; toId: number }
/** On the person's account. `mergeId`, `tenths`: of the card's PointsMergedOut. `fromId`: id of the card. */
export type MergePointsIn = { type: 'MergePointsIn'; mergeId: string; fromId: number; tenths: number }

/**
 * Decision 53: all that stands leaves, and the account ends, so a later award goes to the person. A card has no session
 * and so no pending redemptions.
 */
export function mergePointsOut(
  { toId, commandId }: MergePointsOut & { commandId: string },
  state: AccountState,
): LedgerEvent[] {
  return [{ type: 'PointsMergedOut', data: { mergeId: commandId, toId, tenths: state.balanceTenths } }]
}

/** Never refused for its size, since the points have already left the card; the balance may exceed MAX_TENTHS. */
export function mergePointsIn({ mergeId, fromId, tenths }: MergePointsIn): LedgerEvent[] | Refusal {
  if (!Number.isSafeInteger(tenths) || tenths <= 0) return refuse('invalid_input')
  return [{ type: 'PointsMergedIn', data: { mergeId, fromId, tenths } }]
}
