import { useTranslation } from 'react-i18next'
import type { AvailablePerk, BuyerPoints } from '#contracts/calls/buyer.ts'
import { AMD_PER_TENTH } from '#contracts/units/tenths.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { perkProgress } from './perk-progress.ts'

/** How far away a perk is: in money to spend there, in points, and as a share. */
export function useDistanceWords(): (
  perk: AvailablePerk,
  points: readonly BuyerPoints[],
) => { missing: string; progress: string; share: number } {
  const { t } = useTranslation()
  const format = useFormat()
  return (perk, points) => {
    const { haveTenths, needTenths, missingTenths, share } = perkProgress(perk, points)
    return {
      missing: t('redeem.missing', { amount: format.amd(missingTenths * AMD_PER_TENTH) }),
      progress: t('redeem.progress', {
        count: needTenths / 10,
        have: format.points(haveTenths),
        need: format.points(needTenths),
      }),
      share,
    }
  }
}
