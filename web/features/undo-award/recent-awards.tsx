import { Undo2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { RecentAward } from '#contracts/counter.ts'
import { Badge } from '#web/components/badge.tsx'
import { Button } from '#web/components/button.tsx'
import { Card } from '#web/components/card.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { ReadingState } from '#web/components/reading-state.tsx'
import { useRecentAwards } from '#web/lib/counter.ts'
import { spacedCode, toTenths } from '#web/lib/format.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { UndoDialog } from './undo-dialog.tsx'

/** The latest awards; each can be called back as long as the rules allow it (H3, H4). */
export function RecentAwards({ businessId }: { businessId: number }): ReactNode {
  const { t } = useTranslation()
  const [undoing, setUndoing] = useState<RecentAward>()
  return (
    <Card title={t('recent.title')}>
      <ReadingState reading={useRecentAwards(businessId)}>
        {({ awards }) =>
          awards.length === 0 ? (
            <EmptyState title={t('recent.emptyTitle')}>{t('recent.emptyText')}</EmptyState>
          ) : (
            <ul data-testid="recent-awards">
              {awards.map((award) => (
                <Line key={award.awardId} award={award} onUndo={() => setUndoing(award)} />
              ))}
            </ul>
          )
        }
      </ReadingState>
      <UndoDialog businessId={businessId} award={undoing} onClose={() => setUndoing(undefined)} />
    </Card>
  )
}

function Line({ award, onUndo }: { award: RecentAward; onUndo: () => void }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const tenths = toTenths(award.points)
  const { why } = award.undo
  return (
    <li className="flex items-center justify-between gap-x-4 gap-y-1 border-b border-line py-2 last:border-0">
      <div className="min-w-0">
        <p className={award.voided ? 'text-ink-soft line-through' : ''}>
          <span className="font-semibold">{award.buyerId === '' ? t('recent.erased') : spacedCode(award.buyerId)}</span>
          {` · ${format.amd(award.amountSpent)} · `}
          <span className="font-semibold">{t('points.amount', { count: tenths / 10, points: format.points(tenths) })}</span>
        </p>
        <p className="text-small text-ink-soft">
          {format.moment(new Date(award.happenedAt))}
          {award.receipt !== null && ` · ${t('recent.receipt', { number: award.receipt })}`}
          {award.voided && ` · ${award.voided.reason}`}
          {!award.voided && why !== null && ` · ${t(`undoWhy.${why}`)}`}
        </p>
      </div>
      {award.voided && <Badge>{t('recent.voided')}</Badge>}
      {award.undo.possible && (
        <Button
          look="quiet"
          className="shrink-0 px-3"
          aria-label={t('recent.undoFor', { code: spacedCode(award.buyerId), amount: format.amd(award.amountSpent) })}
          onClick={onUndo}
        >
          <Undo2 aria-hidden className="size-5" />
          <span className="hidden sm:inline">{t('recent.undo')}</span>
        </Button>
      )}
    </li>
  )
}
