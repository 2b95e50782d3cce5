import { useTranslation } from 'react-i18next'
import type { LedgerEventType } from '#contracts/events/ledger-events.ts'

const NAMED = {
  PointsAwarded: true,
  PerkRedeemed: true,
  RedemptionUsed: true,
  RedemptionCancelled: true,
  PointsRefunded: true,
  AwardVoided: true,
  AwardCorrected: true,
  RedemptionReopened: true,
  AccountClosed: true,
  PointsMergedIn: true,
  PointsMergedOut: true,
} satisfies Record<LedgerEventType, true>
const isNamed = (type: string): type is LedgerEventType => Object.hasOwn(NAMED, type)

/** An unknown type keeps its own name. */
export function useTypeNames(): (type: string) => string {
  const { t } = useTranslation()
  return (type) => (isNamed(type) ? t(`accountReplay.types.${type}`) : type)
}
