import { Gift } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '#web/components/lists/card.tsx'
import { EmptyState } from '#web/components/lists/empty-state.tsx'
import { ReadingState } from '#web/components/feedback/reading-state.tsx'
import { Written } from '#web/components/brand/written.tsx'
import { usePublicPerks } from '#web/lib/calls/directory.ts'
import { toTenths } from '#web/lib/words/format.ts'
import { useFormat } from '#web/lib/words/use-format.ts'

/** R115. */
export function PublicPerks({ slug }: { slug: string }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Card title={t('businessPage.perks')}>
      <ReadingState reading={usePublicPerks(slug)}>
        {(perks) =>
          perks.length === 0 ? (
            <EmptyState title={t('businessPage.noPerksAvailable')}>{t('businessPage.noPerksText')}</EmptyState>
          ) : (
            <ul className="divide-y divide-line">
              {perks.map(({ id, name, description, pointsRequired }) => (
                <li key={id} className="flex items-start gap-4 py-4 first:pt-0 last:pb-0">
                  <Gift aria-hidden className="mt-0.5 size-6 shrink-0 text-pomegranate-text" />
                  <div className="min-w-0 flex-1">
                    <Written className="font-semibold">{name}</Written>
                    <Written className="text-ink-soft">{description}</Written>
                  </div>
                  <p className="shrink-0 text-right font-bold">
                    {t('points.amount', {
                      count: Number(pointsRequired),
                      points: format.points(toTenths(pointsRequired)),
                    })}
                  </p>
                </li>
              ))}
            </ul>
          )
        }
      </ReadingState>
    </Card>
  )
}
