import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { AvailablePerk } from '#contracts/calls/buyer.ts'
import { Card } from '#web/components/lists/card.tsx'
import { EmptyState } from '#web/components/lists/empty-state.tsx'
import { Pager } from '#web/components/lists/pager.tsx'
import { ReadingState } from '#web/components/feedback/reading-state.tsx'
import { SkeletonRows } from '#web/components/feedback/skeleton.tsx'
import { PAGE_SIZE } from '#web/lib/api/paging.ts'
import { useAvailablePerks, useBuyerPoints, useLogos } from '#web/lib/calls/buyer.ts'
import { usePage } from '#web/lib/reads/use-page.ts'
import { groupPerks } from './perk-progress.ts'
import { PerkRow } from './perk-row.tsx'
import { useRedeem } from './use-redeem.tsx'

/** Five at a time (R59, R62, R63, R65, R69). */
export function AvailablePerks({ buyerUserId }: { buyerUserId: number }): ReactNode {
  const { t } = useTranslation()
  return (
    <Card title={t('redeem.title')}>
      <ReadingState
        reading={useAvailablePerks(buyerUserId)}
        loading={<SkeletonRows rows={PAGE_SIZE} className="h-24" />}
      >
        {(perks) =>
          perks.length === 0 ? (
            <EmptyState title={t('redeem.emptyTitle')}>{t('redeem.emptyText')}</EmptyState>
          ) : (
            <Perks buyerUserId={buyerUserId} perks={perks} />
          )
        }
      </ReadingState>
    </Card>
  )
}

function Perks({ buyerUserId, perks }: { buyerUserId: number; perks: readonly AvailablePerk[] }): ReactNode {
  const { t } = useTranslation()
  const points = useBuyerPoints(buyerUserId).value
  const page = usePage(perks)
  const logoOf = useLogos(buyerUserId)
  const { ask, wanted, dialogs } = useRedeem(buyerUserId, perks)
  return (
    <>
      {groupPerks(page.items, points).map(({ group, perks: ofGroup }) => (
        <section key={group} aria-label={t(`redeem.groups.${group}`)} className="mt-5 first:mt-0 last:-mb-4">
          <h3 className="text-small font-semibold text-ink-soft">{t(`redeem.groups.${group}`)}</h3>
          <ul className="divide-y divide-line">
            {ofGroup.map((perk) => (
              <PerkRow
                key={perk.id}
                perk={perk}
                points={points}
                logoUrl={logoOf(perk.business.id)}
                busy={wanted === perk.id}
                disabled={wanted !== undefined && wanted !== perk.id}
                onRedeem={() => ask(perk)}
              />
            ))}
          </ul>
        </section>
      ))}
      <Pager index={page.index} count={page.count} onTurn={page.turnTo} of={t('redeem.title')} />
      {dialogs}
    </>
  )
}
