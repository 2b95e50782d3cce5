import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { AwardReply } from '#contracts/calls/business.ts'
import { SeedsCelebration } from '#web/components/brand/seeds-celebration.tsx'
import { spacedCode, toTenths } from '#web/lib/words/format.ts'
import { useFormat } from '#web/lib/words/use-format.ts'

/** Shows the reply's points (R92). */
export function AwardResult({ awarded }: { awarded: AwardReply }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const pointsTenths = toTenths(awarded.points)
  return (
    <div
      data-testid="award-result"
      className="flex animate-appear flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-field bg-leaf-soft px-4 py-2.5"
    >
      <div>
        <p className="text-lead font-bold text-leaf-text">
          {t('award.awarded', { count: pointsTenths / 10, points: format.points(pointsTenths) })}
        </p>
        <p translate="no">
          {t('award.newBalance', {
            code: spacedCode(awarded.buyerId),
            balance: format.points(toTenths(awarded.balance)),
          })}
        </p>
      </div>
      <SeedsCelebration pointsTenths={pointsTenths} />
    </div>
  )
}
