import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ReadingState } from '#web/components/feedback/reading-state.tsx'
import { Skeleton } from '#web/components/feedback/skeleton.tsx'
import { EmptyState } from '#web/components/lists/empty-state.tsx'
import { Stat } from '#web/components/lists/stat.tsx'
import { useBuyerVisits } from '#web/lib/calls/figures.ts'
import { toTenths } from '#web/lib/words/format.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { Visited } from './visited.tsx'

const GRID = 'grid gap-3 sm:grid-cols-2 xl:grid-cols-3'

/** What a buyer has done at this business. `children`: below, by the buyer's users.id. */
export function BuyerCard({
  businessId,
  code,
  children,
}: {
  businessId: number
  code: string
  children: (buyerId: number) => ReactNode
}): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const reading = useBuyerVisits(businessId, { sort: 'last', order: 'desc', search: code, limit: 1 })
  return (
    <ReadingState reading={reading} loading={<Loading />}>
      {({ buyers }) => {
        const found = buyers.find(({ buyer }) => buyer.buyerId === code)
        if (!found) return <EmptyState title={t('buyerVisits.missingTitle')}>{t('buyerVisits.missingText')}</EmptyState>
        return (
          <>
            <dl className={GRID} data-testid="buyer-card">
              <Stat label={t('buyerVisits.balance')} value={format.points(toTenths(found.points))} />
              <Stat label={t('buyerVisits.visits')} value={format.integer(found.visits)} />
              <Stat label={t('buyerVisits.spent')} value={format.amd(found.amountSpent)} />
              <Stat label={t('buyerVisits.last')} value={<Visited at={found.lastVisitAt} show={format.day} />} />
              <Stat label={t('buyerVisits.first')} value={<Visited at={found.firstVisitAt} show={format.day} />} />
            </dl>
            {children(found.id)}
          </>
        )
      }}
    </ReadingState>
  )
}

function Loading(): ReactNode {
  return (
    <div className={GRID}>
      {[0, 1, 2, 3, 4].map((card) => (
        <Skeleton key={card} className="h-18 rounded-card" />
      ))}
    </div>
  )
}
