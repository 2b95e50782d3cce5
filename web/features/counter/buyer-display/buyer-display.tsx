import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { SeedHead } from '#web/components/brand/seed-head.tsx'
import { SeedsCelebration } from '#web/components/brand/seeds-celebration.tsx'
import { useShownToBuyer } from '#web/lib/device/buyer-display.ts'
import { useFormat } from '#web/lib/words/use-format.ts'

/** The window that faces the buyer: a greeting, then the points and the balance of the current award. */
export function BuyerDisplay(): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const shown = useShownToBuyer()
  const award = shown?.award
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-8 p-6 text-center">
      {award ? (
        <SeedsCelebration pointsTenths={award.points} />
      ) : (
        <SeedHead seeds={55} className="size-40 sm:size-56" />
      )}
      <h1 className="text-display font-bold">{shown?.businessName ?? t('buyerDisplay.title')}</h1>
      <div aria-live="polite" data-testid="buyer-display" className="flex flex-col gap-3">
        {award ? (
          <>
            <p className="text-display font-bold text-leaf-text">
              {t('buyerDisplay.awarded', { count: award.points / 10, points: format.points(award.points) })}
            </p>
            <p className="text-title">
              {t('buyerDisplay.balance', { count: award.balance / 10, points: format.points(award.balance) })}
            </p>
          </>
        ) : (
          <p className="text-title text-ink-soft">{t(shown ? 'buyerDisplay.greeting' : 'buyerDisplay.noCounter')}</p>
        )}
      </div>
    </div>
  )
}
