import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Redemption } from '#contracts/calls/buyer.ts'
import { ReadingState } from '#web/components/feedback/reading-state.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { EmptyState } from '#web/components/lists/empty-state.tsx'
import { Pager } from '#web/components/lists/pager.tsx'
import { useLogos, useRedemptions } from '#web/lib/calls/buyer.ts'
import { usePage } from '#web/lib/reads/use-page.ts'
import { RedemptionRow } from './redemption-row.tsx'

/** Used redemptions (R64-R66); pending ones stand higher up (ReadyCodes). */
export function RedemptionList({ buyerUserId }: { buyerUserId: number }): ReactNode {
  const { t } = useTranslation()
  return (
    <Card title={t('redemptions.title')}>
      <ReadingState reading={useRedemptions(buyerUserId)}>
        {(redemptions) => {
          const used = redemptions.filter(({ isUsed }) => isUsed)
          if (used.length > 0) return <Rows buyerUserId={buyerUserId} used={used} />
          if (redemptions.length > 0) return <p className="text-ink-soft">{t('redemptions.noneUsed')}</p>
          return <EmptyState title={t('redemptions.emptyTitle')}>{t('redemptions.emptyText')}</EmptyState>
        }}
      </ReadingState>
    </Card>
  )
}

function Rows({ buyerUserId, used }: { buyerUserId: number; used: readonly Redemption[] }): ReactNode {
  const { t } = useTranslation()
  const logoOf = useLogos(buyerUserId)
  const page = usePage(used)
  return (
    <>
      <ul className="divide-y divide-line">
        {page.items.map((redemption) => (
          <RedemptionRow key={redemption.id} redemption={redemption} logoUrl={logoOf(redemption.business.id)} />
        ))}
      </ul>
      <Pager index={page.index} count={page.count} onTurn={page.turnTo} of={t('redemptions.title')} />
    </>
  )
}
