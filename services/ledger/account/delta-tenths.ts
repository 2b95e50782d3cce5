import type { LedgerEvent } from '#contracts/events/ledger-events.ts'

/**
 * By how many tenths an event moves the balance; undefined where it moves no points and has no line in the statement. The balance of an account is
 * the sum of these (design.md 2).
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
      // An account that closes empty moves 0, not -0.
      return 0 - event.data.forfeitedTenths
    case 'RedemptionUsed':
    case 'RedemptionCancelled':
      return undefined
  }
}
