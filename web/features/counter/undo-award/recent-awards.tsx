import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { RecentAward } from '#contracts/calls/counter.ts'
import { Button } from '#web/components/inputs/button.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { EmptyState } from '#web/components/lists/empty-state.tsx'
import { ReadingState } from '#web/components/feedback/reading-state.tsx'
import { LONG_TOAST_MS, toast } from '#web/components/feedback/toast.tsx'
import { useGoToNew } from '#web/components/lists/use-go-to-new.ts'
import { useRecentAwards, type ReadingAwards } from '#web/lib/calls/counter.ts'
import { useAction } from '#web/lib/forms/use-action.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'
import { AwardLine } from '#web/components/counter/award-line.tsx'
import { CorrectDialog } from '#web/components/counter/correct-dialog.tsx'
import { UndoDialog } from '#web/components/counter/undo-dialog.tsx'

/** The latest awards, older ones on demand, with voids and corrections as the rules allow (H3, H4). */
export function RecentAwards({ businessId }: { businessId: number }): ReactNode {
  const { t } = useTranslation()
  const [correcting, setCorrecting] = useState<RecentAward>()
  const [undoing, setUndoing] = useState<RecentAward>()
  const reading = useRecentAwards(businessId)
  return (
    <Card title={t('recent.title')}>
      <ReadingState reading={reading}>
        {(awards) =>
          awards.length === 0 ? (
            <EmptyState title={t('recent.emptyTitle')}>{t('recent.emptyText')}</EmptyState>
          ) : (
            <List awards={awards} reading={reading} onUndo={setUndoing} onCorrect={setCorrecting} />
          )
        }
      </ReadingState>
      <UndoDialog businessId={businessId} award={undoing} onClose={() => setUndoing(undefined)} />
      <CorrectDialog businessId={businessId} award={correcting} onClose={() => setCorrecting(undefined)} />
    </Card>
  )
}

function List({
  awards,
  reading,
  onUndo,
  onCorrect,
}: {
  awards: RecentAward[]
  reading: ReadingAwards
  onUndo: (award: RecentAward) => void
  onCorrect: (award: RecentAward) => void
}): ReactNode {
  const { t } = useTranslation()
  const words = useErrorWords()
  const { list, fromLast, toFirst } = useGoToNew<HTMLUListElement>()
  const turn = useAction(async (how: 'older' | 'fewer') => reading[how]?.())

  async function show(how: 'older' | 'fewer'): Promise<void> {
    const goOn = how === 'older' ? fromLast() : toFirst()
    try {
      await turn.run(how)
      toast.over(t('recent.olderFailed'))
      goOn()
    } catch (error) {
      toast.error(t('recent.olderFailed'), { description: words.forError(error), durationMs: LONG_TOAST_MS })
    }
  }

  return (
    <>
      <ul ref={list} data-testid="recent-awards">
        {awards.map((award) => (
          <AwardLine
            key={award.awardId}
            award={award}
            onUndo={() => onUndo(award)}
            onCorrect={() => onCorrect(award)}
          />
        ))}
      </ul>
      {!reading.older && awards.some(({ undo }) => undo.why === 'too_late') && (
        <p className="mt-3 text-small text-ink-soft">
          <span>{t('recent.end')}</span>{' '}
          <Link to="/contact" className="font-semibold underline decoration-line-strong underline-offset-4">
            {t('recent.write')}
          </Link>
          <span>{t('recent.stop')}</span>
        </p>
      )}
      {(reading.older ?? reading.fewer) && (
        <div className="mt-3 flex flex-wrap gap-3">
          {reading.older && (
            <Button look="secondary" busy={turn.running} onClick={() => void show('older')}>
              {t('recent.older')}
            </Button>
          )}
          {reading.fewer && (
            <Button look="quiet" busy={turn.running} onClick={() => void show('fewer')}>
              {t('recent.fewer')}
            </Button>
          )}
        </div>
      )}
    </>
  )
}
