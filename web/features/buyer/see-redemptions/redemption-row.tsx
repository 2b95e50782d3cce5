import { Check, Clock, Hourglass } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Redemption } from '#contracts/calls/buyer.ts'
import { startOfDay, yerevanDaysUntil } from '#contracts/units/time.ts'
import { BusinessLogo } from '#web/components/brand/business-logo.tsx'
import { Written } from '#web/components/brand/written.tsx'
import { QrPicture } from '#web/components/dialogs/qr-code.tsx'
import { Button } from '#web/components/inputs/button.tsx'
import { Badge } from '#web/components/lists/badge.tsx'
import { useNow } from '#web/lib/device/use-now.ts'
import { spacedCode, toTenths } from '#web/lib/words/format.ts'
import { useBusinessName } from '#web/lib/words/use-business-name.ts'
import { useFormat } from '#web/lib/words/use-format.ts'

export interface RedemptionRowProps {
  redemption: Redemption
  /** Of the business. */
  logoUrl?: string | null
  /** For a pending one. */
  onShow?: () => void
  onCancel?: () => void
}

/** A used one with the face of its business, a pending one with its code (R66). */
export function RedemptionRow({ redemption, logoUrl = null, onShow, onCancel }: RedemptionRowProps): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const nameOf = useBusinessName()
  const { perk, business, isUsed, redemptionCode, lastDay } = redemption
  const points = t('points.amount', {
    count: Number(redemption.points),
    points: format.points(toTenths(redemption.points)),
  })
  return (
    <li className="flex gap-3 py-4 sm:gap-4 first:pt-0 last:pb-0">
      {!isUsed && redemptionCode !== null ? (
        <div className="relative size-24 shrink-0 self-start rounded-field border border-line bg-qr-paper p-1.5 hover:border-line-strong sm:size-28">
          <QrPicture text={redemptionCode} className="size-full forced-color-adjust-none" />
          {/* Over the picture, which paper shows without it. */}
          <button
            type="button"
            aria-haspopup="dialog"
            aria-label={t('redemptions.showFor', { perk: perk.name })}
            title={t('redemptions.show')}
            className="absolute inset-0 rounded-field print:hidden"
            onClick={onShow}
          />
        </div>
      ) : (
        <BusinessLogo logoUrl={logoUrl} name={business.closed ? '' : business.businessName} className="size-12" />
      )}
      <div className="flex min-w-0 flex-1 flex-col gap-1">
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
        {!isUsed && redemptionCode !== null && (
          <p translate="no" className="text-lead font-bold tracking-wide">
            {spacedCode(redemptionCode)}
          </p>
        )}
        <div className="text-small text-ink-soft wrap-anywhere">
          <p>{`${nameOf(business)} · ${points}`}</p>
          <p>{format.moment(new Date(redemption.createdAt))}</p>
        </div>
        {!isUsed && lastDay && <Countdown lastDay={lastDay} />}
        {!isUsed && !business.takesPart && <p className="text-small">{t('redemptions.notNow')}</p>}
        {!isUsed && (
          <Button
            look="quiet"
            aria-haspopup="dialog"
            aria-label={t('redemptions.cancelFor', { perk: perk.name })}
            className="-mx-4 -mb-2 self-start text-small"
            onClick={onCancel}
          >
            {t('redemptions.cancel')}
          </Button>
        )}
      </div>
    </li>
  )
}

/** Until a code that ends (H5) ends: its last day counts in full, in Yerevan. */
function Countdown({ lastDay }: { lastDay: string }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const days = useNow((now) => yerevanDaysUntil(startOfDay(lastDay), now))
  return (
    <p className="flex items-center gap-1.5 text-small font-semibold text-apricot-text">
      <Hourglass aria-hidden className="size-4 shrink-0" />
      <span>
        {days > 0
          ? t('redemptions.endsIn', { count: days, untilDay: format.untilDay(startOfDay(lastDay)) })
          : t('redemptions.endsToday')}
      </span>
    </p>
  )
}
