import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CARDS_PER_DAY, type CardBatch } from '#contracts/calls/cards.ts'
import { ReadingState } from '#web/components/feedback/reading-state.tsx'
import { SkeletonRows } from '#web/components/feedback/skeleton.tsx'
import { ViewOnly } from '#web/components/inputs/view-only.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { EmptyState } from '#web/components/lists/empty-state.tsx'
import { useCardBatches } from '#web/lib/calls/cards.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { BatchList } from './batch-list.tsx'
import { OrderForm } from './order-form.tsx'

/** Cards without a phone (decision 53): ordering them, their files, and how many are in use. */
export default function CardOrders({ businessId }: { businessId: number }): ReactNode {
  const { t } = useTranslation()
  return (
    <Card title={t('cardOrders.title')} className="print:hidden">
      <div className="-mt-1 mb-4 flex max-w-prose flex-col gap-2 text-ink-soft">
        <p>{t('cardOrders.text')}</p>
        <p>{t('cardOrders.lost')}</p>
      </div>
      <ReadingState reading={useCardBatches(businessId)} loading={<SkeletonRows rows={2} className="h-24" />}>
        {({ batches }) => (
          <div className="flex flex-col gap-6">
            <ViewOnly>
              <Order businessId={businessId} batches={batches} />
            </ViewOnly>
            {batches.length === 0 ? (
              <EmptyState title={t('cardOrders.emptyTitle')}>{t('cardOrders.emptyText')}</EmptyState>
            ) : (
              <BatchList businessId={businessId} batches={batches} />
            )}
          </div>
        )}
      </ReadingState>
    </Card>
  )
}

/** Says when the limit of a day is used up, instead of letting an order be refused. */
function Order({ businessId, batches }: { businessId: number; batches: readonly CardBatch[] }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  // Files exist for the same 24 hours as the limit counts.
  const ofToday = batches.flatMap(({ cards, filesUntil }) => (filesUntil === null ? [] : [{ cards, filesUntil }]))
  const left = Math.max(0, CARDS_PER_DAY - ofToday.reduce((sum, { cards }) => sum + cards, 0))
  const oldest = ofToday.at(-1)
  if (left > 0 || !oldest) return <OrderForm businessId={businessId} left={left} />
  return <p>{t('cardOrders.full', { moment: format.moment(new Date(oldest.filesUntil)) })}</p>
}
