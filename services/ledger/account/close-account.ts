import type { LedgerEvent } from '#contracts/events/ledger-events.ts'
import { valuesOf } from '../persistent-map.ts'
import type { AccountState, Redemption } from './account.ts'
import { cancelledAndRefunded } from './cancel-redemption.ts'

export type CloseAccount = { type: 'CloseAccount' }

export const CLOSED_REASON = 'account closed'

export const pendingOf = (state: AccountState): Redemption[] =>
  valuesOf(state.redemptions).filter(({ status }) => status === 'pending')

/** H25: refunds pending redemptions, then forfeits the whole balance, in one append. */
export function closeAccount(_command: CloseAccount, state: AccountState): LedgerEvent[] {
  const pending = pendingOf(state)
  const refundedTenths = pending.reduce((sum, redemption) => sum + redemption.costTenths, 0)
  return [
    ...pending.flatMap((redemption) => cancelledAndRefunded(redemption, CLOSED_REASON)),
    { type: 'AccountClosed', data: { forfeitedTenths: state.balanceTenths + refundedTenths } },
  ]
}
