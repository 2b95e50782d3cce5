import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { AvailablePerk, BuyerPoints } from '#contracts/calls/buyer.ts'
import { BusinessLogo } from '#web/components/brand/business-logo.tsx'
import { Picture } from '#web/components/brand/picture.tsx'
import { Button } from '#web/components/inputs/button.tsx'
import { ProgressBar } from '#web/components/feedback/progress-bar.tsx'
import { Written } from '#web/components/brand/written.tsx'
import { toTenths } from '#web/lib/words/format.ts'
import { languageOf } from '#web/lib/words/language-of.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { useDistanceWords } from './use-distance-words.ts'

export interface PerkRowProps {
  perk: AvailablePerk
  /** Undefined until known. */
  points: readonly BuyerPoints[] | undefined
  /** Of its business, shown where the perk has no picture. */
  logoUrl: string | null
  busy: boolean
  disabled: boolean
  onRedeem: () => void
}

/** A button if the points suffice, else the progress (R62). */
export function PerkRow({ perk, points, logoUrl, busy, disabled, onRedeem }: PerkRowProps): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const needTenths = toTenths(perk.pointsRequired)
  const logo = <BusinessLogo logoUrl={logoUrl} name={perk.business.businessName} className="size-12" />
  return (
    <li className="flex gap-4 py-4">
      {perk.pictureUrl ? (
        <Picture url={perk.pictureUrl} className="size-12 rounded-field">
          {logo}
        </Picture>
      ) : (
        logo
      )}
      <div className="flex min-w-0 flex-1 flex-col gap-3 sm:flex-row sm:items-center sm:justify-between sm:gap-6">
        <div className="min-w-0">
          <Written className="font-semibold">{perk.name}</Written>
          <Written className="text-small text-ink-soft">{perk.description}</Written>
          <p className="mt-1 text-small font-medium wrap-anywhere">
            <span lang={languageOf(perk.business.businessName)}>{perk.business.businessName}</span>
            <span className="text-ink-soft">{` · ${t('points.amount', { count: needTenths / 10, points: format.points(needTenths) })}`}</span>
          </p>
        </div>
        {perk.canRedeem ? (
          <Button
            busy={busy}
            disabled={disabled}
            aria-haspopup="dialog"
            className="shrink-0 self-start sm:self-auto"
            aria-label={t('redeem.buttonFor', { perk: perk.name })}
            onClick={onRedeem}
          >
            {t('redeem.button')}
          </Button>
        ) : (
          points && <Progress perk={perk} points={points} />
        )}
      </div>
    </li>
  )
}

/** How far away the perk is, in money to spend there and in points. */
function Progress({ perk, points }: { perk: AvailablePerk; points: readonly BuyerPoints[] }): ReactNode {
  const { missing, progress, share } = useDistanceWords()(perk, points)
  return (
    <div className="flex w-full shrink-0 flex-col gap-1.5 sm:w-44">
      <p className="font-semibold sm:text-right">{missing}</p>
      <ProgressBar share={share} label={perk.name} text={progress} />
      <p className="text-small text-ink-soft sm:text-right">{progress}</p>
    </div>
  )
}
