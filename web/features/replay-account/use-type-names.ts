import { useTranslation } from 'react-i18next'

const TYPES = ['PointsAwarded', 'PerkRedeemed', 'RedemptionUsed', 'RedemptionCancelled', 'PointsRefunded', 'AwardVoided', 'AccountClosed'] as const

/** What an event of an account is called; one that we do not know keeps its own name. */
export function useTypeNames(): (type: string) => string {
  const { t } = useTranslation()
  return (type) => {
    const known = TYPES.find((one) => one === type)
    return known ? t(`accountReplay.types.${known}`) : type
  }
}
