import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '#web/components/lists/card.tsx'
import { EmptyState } from '#web/components/lists/empty-state.tsx'
import { PerkLine } from '#web/components/lists/perk-line.tsx'
import { ReadingState } from '#web/components/feedback/reading-state.tsx'
import { usePublicPerks } from '#web/lib/calls/directory.ts'

/** R115. `room`: below each perk and above all, for what a buyer sees there later. */
export function PublicPerks({ slug, room = false }: { slug: string; room?: boolean }): ReactNode {
  const { t } = useTranslation()
  return (
    <Card title={t('businessPage.perks')}>
      {room && <div className="h-32" />}
      <ReadingState reading={usePublicPerks(slug)}>
        {(perks) =>
          perks.length === 0 ? (
            <EmptyState title={t('businessPage.noPerksAvailable')}>{t('businessPage.noPerksText')}</EmptyState>
          ) : (
            <ul className="divide-y divide-line">
              {perks.map((perk) => (
                <PerkLine key={perk.id} perk={perk}>
                  {room && <div className="h-14" />}
                </PerkLine>
              ))}
            </ul>
          )
        }
      </ReadingState>
    </Card>
  )
}
