import { CreditCard, Gift, QrCode, Wheat, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { AMD_PER_TENTH } from '#contracts/units/tenths.ts'
import { Button } from '#web/components/inputs/button.tsx'
import { BusinessCard } from '#web/components/lists/business-card.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { ReadingState } from '#web/components/feedback/reading-state.tsx'
import { Skeleton } from '#web/components/feedback/skeleton.tsx'
import { usePlacesToTry } from '#web/lib/calls/places-to-try.ts'
import { useFormat } from '#web/lib/words/use-format.ts'

const STEPS: readonly ['show' | 'collect' | 'redeem', LucideIcon][] = [
  ['show', QrCode],
  ['collect', Wheat],
  ['redeem', Gift],
]

/** For a buyer without points and perks: what to do first, and where. */
export default function FirstRun({ onAddCard }: { onAddCard: () => void }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <>
      <Card title={t('firstRun.title')}>
        <ol data-testid="first-run" className="grid gap-x-6 gap-y-4 md:grid-cols-3">
          {STEPS.map(([step, Icon]) => (
            <li key={step} className="flex gap-4 md:flex-col md:gap-3">
              <span
                aria-hidden
                className="grid size-12 shrink-0 place-items-center rounded-full bg-pomegranate-soft text-pomegranate-text"
              >
                <Icon className="size-6" />
              </span>
              <div className="min-w-0">
                <p className="font-semibold">{t(`firstRun.${step}`)}</p>
                <p className="text-small text-ink-soft">
                  {t(`firstRun.${step}Text`, { amount: format.amd(10 * AMD_PER_TENTH) })}
                </p>
              </div>
            </li>
          ))}
        </ol>
        <Button look="quiet" className="-mx-4 mt-4" aria-haspopup="dialog" onClick={onAddCard}>
          <CreditCard aria-hidden className="size-5" />
          <span>{t('firstRun.card')}</span>
        </Button>
      </Card>
      <Places />
    </>
  )
}

function Places(): ReactNode {
  const { t } = useTranslation()
  return (
    <section aria-label={t('firstRun.places')} className="flex flex-col gap-3">
      <h2 className="text-lead font-bold">{t('firstRun.places')}</h2>
      <ReadingState
        reading={usePlacesToTry()}
        loading={
          <div className="grid gap-4 md:grid-cols-2">
            {[1, 2, 3, 4].map((place) => (
              <Skeleton key={place} className="h-48 rounded-card" />
            ))}
          </div>
        }
      >
        {(places) => (
          <ul className="grid gap-4 md:grid-cols-2">
            {places.map((place) => (
              <li key={place.id}>
                <BusinessCard business={place} />
              </li>
            ))}
          </ul>
        )}
      </ReadingState>
      <Link
        to="/businesses"
        className="inline-flex min-h-11 items-center self-start font-semibold text-pomegranate-text underline underline-offset-4"
      >
        {t('points.allBusinesses')}
      </Link>
    </section>
  )
}
