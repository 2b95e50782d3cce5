import { Check, Clock, QrCode } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Redemption } from '#contracts/calls/buyer.ts'
import { Badge } from '#web/components/lists/badge.tsx'
import { Button } from '#web/components/inputs/button.tsx'
import { Written } from '#web/components/brand/written.tsx'
import { toTenths } from '#web/lib/words/format.ts'
import { useBusinessName } from '#web/lib/words/use-business-name.ts'
import { useFormat } from '#web/lib/words/use-format.ts'

export interface RedemptionRowProps {
  redemption: Redemption
  onShow: () => void
  onCancel: () => void
}

export function RedemptionRow({ redemption, onShow, onCancel }: RedemptionRowProps): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const nameOf = useBusinessName()
  const { perk, business, isUsed, redemptionCode } = redemption
  const points = t('points.amount', {
    count: Number(redemption.points),
    points: format.points(toTenths(redemption.points)),
  })
  return (
    <li className="flex flex-col gap-3 py-4 first:pt-0 last:pb-0">
      <div className="flex flex-col gap-1">
        {/* Only the name is beside the badge, whose Armenian text takes half a phone's width. */}
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
          <Written className="min-w-0 font-semibold">{perk.name}</Written>
          {isUsed ? (
            <Badge icon={<Check aria-hidden className="size-4" />}>{t('redemptions.used')}</Badge>
          ) : (
            <Badge tone="apricot" icon={<Clock aria-hidden className="size-4" />}>
              {t('redemptions.pending')}
            </Badge>
          )}
        </div>
        <div className="text-small text-ink-soft wrap-anywhere">
          <p>{`${nameOf(business)} · ${points}`}</p>
          <p>{format.moment(new Date(redemption.createdAt))}</p>
        </div>
      </div>
      {!isUsed && !business.takesPart && <p className="text-small">{t('redemptions.notNow')}</p>}
      {!isUsed && (
        <div className="flex flex-wrap gap-2">
          {redemptionCode !== null && (
            <Button
              look="secondary"
              aria-haspopup="dialog"
              aria-label={t('redemptions.showFor', { perk: perk.name })}
              onClick={onShow}
            >
              <QrCode aria-hidden className="size-5" />
              <span>{t('redemptions.show')}</span>
            </Button>
          )}
          <Button
            look="quiet"
            aria-haspopup="dialog"
            aria-label={t('redemptions.cancelFor', { perk: perk.name })}
            onClick={onCancel}
          >
            {t('redemptions.cancel')}
          </Button>
        </div>
      )}
    </li>
  )
}
