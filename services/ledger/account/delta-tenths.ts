import type { LedgerEvent } from '#contracts/events/ledger-events.ts'

/** Change in balance (tenths); undefined for events without a statement line. */
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
    case 'AwardCorrected':
      return event.data.differenceTenths
    case 'AccountClosed':
      // `0 -`, because an account that closes empty moves 0, not -0.
      return 0 - event.data.forfeitedTenths
    case 'PointsMergedOut':
      return 0 - event.data.tenths
    case 'PointsMergedIn':
      return event.data.tenths
    case 'RedemptionUsed':
    case 'RedemptionCancelled':
    case 'RedemptionReopened':
      return undefined
  }
}
