import type { LedgerEvent } from '#contracts/events/ledger-events.ts'

/**
 * The change in balance (tenths) that an event causes; undefined for an event that moves no points and has no statement
 * line. An account's balance is the sum of these.
 */
export function deltaTenths(event: LedgerEvent): number | undefined {
  switch (event.type) {
    case 'PointsAwarded':
      return event.data.tenths
    case 'PerkRedeemed':
      return -event.data.costTenths
    case 'PointsRefunded':
      return event.data.tenths
    case 'AwardVoided':
      return -event.data.tenths
    case 'AccountClosed':
      // `0 -` because an account that closes empty must move 0, not -0.
      return 0 - event.data.forfeitedTenths
    case 'RedemptionUsed':
    case 'RedemptionCancelled':
      return undefined
  }
}
