import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Remark } from '#contracts/calls/attention.ts'
import { ReadingState } from '#web/components/feedback/reading-state.tsx'
import { SkeletonRows } from '#web/components/feedback/skeleton.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { EmptyState } from '#web/components/lists/empty-state.tsx'
import { useAttention } from '#web/lib/calls/attention.ts'
import { RemarkItem } from './remark-item.tsx'

/** Unusual acts of the day. Never printed: the print is the day's report, which others may see. */
export function AttentionCard({ businessId, day }: { businessId: number; day: string }): ReactNode {
  const { t } = useTranslation()
  return (
    <Card title={t('attention.title')} className="print:hidden">
      <ReadingState
        reading={useAttention(businessId, day)}
        loading={<SkeletonRows rows={1} className="h-20 rounded-field sm:h-22" />}
      >
        {({ remarks, usualAmd, hasMore }) =>
          remarks.length === 0 ? (
            <EmptyState title={t('attention.none')}>
              <span className="max-sm:hidden">
                {t(usualAmd === null ? 'attention.watchedNew' : 'attention.watched')}
              </span>
            </EmptyState>
          ) : (
            <>
              <ul data-testid="remarks" className="flex flex-col divide-y divide-line">
                {remarks.map((remark) => (
                  <RemarkItem
                    key={[remark.kind, remark.at, remark.person?.id, remark.till?.id, subjectOf(remark)].join(' ')}
                    remark={remark}
                    day={day}
                  />
                ))}
              </ul>
              {hasMore && <p className="mt-3 text-small text-ink-soft">{t('attention.more')}</p>}
            </>
          )
        }
      </ReadingState>
    </Card>
  )
}

/** Tells apart remarks of one moment. */
const subjectOf = (remark: Remark): string =>
  remark.kind === 'large_award' ? remark.awardId : remark.kind === 'many_awards' ? String(remark.buyer.id) : ''
