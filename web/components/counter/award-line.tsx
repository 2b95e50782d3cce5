import { Pencil, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { RecentAward } from '#contracts/calls/counter.ts'
import { Badge } from '#web/components/lists/badge.tsx'
import { Button } from '#web/components/inputs/button.tsx'
import { spacedCode, toTenths } from '#web/lib/words/format.ts'
import { useFormat } from '#web/lib/words/use-format.ts'

export function AwardLine({
  award,
  when,
  onUndo,
  onCorrect,
}: {
  award: RecentAward
  /** Replaces the award's day and time, on a narrow roll of acts. */
  when?: string
  onUndo: () => void
  onCorrect: () => void
}): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const tenths = toTenths(award.points)
  const { voided, corrected } = award
  const { why } = award.undo
  return (
    <li className="flex items-center justify-between gap-x-4 gap-y-1 border-b border-line py-2 last:border-0">
      <div className={when === undefined ? 'min-w-0' : 'min-w-0 grow'}>
        <p className={voided ? 'text-ink-soft line-through' : ''}>
          <span translate="no" className="font-semibold">
            {award.buyerId === '' ? t('recent.erased') : spacedCode(award.buyerId)}
          </span>
          <span>{` · ${format.amd(award.amountSpent)} · `}</span>
          <span className="font-semibold">
            {t('points.amount', { count: tenths / 10, points: format.points(tenths) })}
          </span>
        </p>
        <p className="text-small text-ink-soft">
          <span>{when ?? format.moment(new Date(award.happenedAt))}</span>
          {award.receipt !== null && <span>{` · ${t('recent.receipt', { number: award.receipt })}`}</span>}
          {voided && <span>{` · ${voided.reason}`}</span>}
          {voided && voided.by !== 'business' && (
            <span>{` · ${voided.by === 'admin' ? t('events.admin') : t('events.support')}`}</span>
          )}
          {corrected && (
            <span>{` · ${t('recent.corrected', { count: toTenths(corrected.points) / 10, amount: format.amd(corrected.amountSpent), points: format.points(toTenths(corrected.points)) })} (${corrected.reason})`}</span>
          )}
          {corrected && toTenths(corrected.missing) > 0 && (
            <span>{` · ${t('recent.missing', { points: format.points(toTenths(corrected.missing)) })}`}</span>
          )}
          {!voided && why !== null && <span>{` · ${t(`undoWhy.${why}`)}`}</span>}
        </p>
      </div>
      {voided && <Badge>{t('recent.voided')}</Badge>}
      <div className="flex shrink-0 empty:hidden">
        {award.correction.possible && (
          <Button
            look="quiet"
            className="shrink-0 px-3"
            aria-label={t('recent.correctFor', {
              code: spacedCode(award.buyerId),
              amount: format.amd(award.amountSpent),
            })}
            onClick={onCorrect}
          >
            <Pencil aria-hidden className="size-5" />
            <span className={when === undefined ? 'hidden sm:inline' : 'sr-only'}>{t('recent.correct')}</span>
          </Button>
        )}
        {award.undo.possible && (
          <Button
            look="quiet"
            className="shrink-0 px-3"
            aria-label={t('recent.undoFor', { code: spacedCode(award.buyerId), amount: format.amd(award.amountSpent) })}
            onClick={onUndo}
          >
            <Undo2 aria-hidden className="size-5" />
            <span className={when === undefined ? 'hidden sm:inline' : 'sr-only'}>{t('recent.undo')}</span>
          </Button>
        )}
      </div>
    </li>
  )
}
