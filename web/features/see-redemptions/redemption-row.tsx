import { Check, Clock, QrCode } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Redemption } from '#contracts/buyer.ts'
import { Badge } from '#web/components/badge.tsx'
import { Button } from '#web/components/button.tsx'
import { toTenths } from '#web/lib/format.ts'
import { useBusinessName } from '#web/lib/use-business-name.ts'
import { useFormat } from '#web/lib/use-format.ts'

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
  const points = t('points.amount', { count: Number(redemption.points), points: format.points(toTenths(redemption.points)) })
  return (
    <li className="flex flex-col gap-3 py-4 first:pt-0 last:pb-0">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <p className="font-semibold">{perk.name}</p>
          <p className="text-small text-ink-soft">{`${nameOf(business)} · ${points}`}</p>
          <p className="text-small text-ink-soft">{format.moment(new Date(redemption.createdAt))}</p>
        </div>
        <span className="shrink-0">
          {isUsed ? (
            <Badge icon={<Check aria-hidden className="size-4" />}>{t('redemptions.used')}</Badge>
          ) : (
            <Badge tone="apricot" icon={<Clock aria-hidden className="size-4" />}>
              {t('redemptions.pending')}
            </Badge>
          )}
        </span>
      </div>
      {!isUsed && (
        <div className="flex flex-wrap gap-2">
          {redemptionCode !== null && (
            <Button look="secondary" aria-haspopup="dialog" aria-label={t('redemptions.showFor', { perk: perk.name })} onClick={onShow}>
              <QrCode aria-hidden className="size-5" />
              {t('redemptions.show')}
            </Button>
          )}
          <Button look="quiet" aria-haspopup="dialog" aria-label={t('redemptions.cancelFor', { perk: perk.name })} onClick={onCancel}>
            {t('redemptions.cancel')}
          </Button>
        </div>
      )}
    </li>
  )
}
