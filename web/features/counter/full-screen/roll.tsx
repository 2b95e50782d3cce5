import { Gift, Undo2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { RecentAward, RecentUse } from '#contracts/calls/counter.ts'
import { AwardLine } from '#web/components/counter/award-line.tsx'
import { CorrectDialog } from '#web/components/counter/correct-dialog.tsx'
import { UndoDialog } from '#web/components/counter/undo-dialog.tsx'
import { UndoUseDialog } from '#web/components/counter/undo-use-dialog.tsx'
import type { UndoUse } from '#web/components/counter/use-undo-use.ts'
import { ReadingState } from '#web/components/feedback/reading-state.tsx'
import { LONG_TOAST_MS, toast } from '#web/components/feedback/toast.tsx'
import { Button } from '#web/components/inputs/button.tsx'
import { Badge } from '#web/components/lists/badge.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { EmptyState } from '#web/components/lists/empty-state.tsx'
import { useRecentAwards, useRecentUses, type ReadingAwards } from '#web/lib/calls/counter.ts'
import { useAction } from '#web/lib/forms/use-action.ts'
import { spacedCode } from '#web/lib/words/format.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'
import { useTimeAgo } from './use-time-ago.ts'

type Act = { atMs: number } & ({ award: RecentAward } | { use: RecentUse })

/** Newest first. */
function actsOf(awards: readonly RecentAward[], uses: readonly RecentUse[]): Act[] {
  const acts: Act[] = [
    ...awards.map((award) => ({ atMs: Date.parse(award.happenedAt), award })),
    ...uses.map((use) => ({ atMs: Date.parse(use.usedAt), use })),
  ]
  return acts.sort((one, other) => other.atMs - one.atMs)
}

/** The last acts in one list, each with its way back. */
export function Roll({
  businessId,
  undo,
  className,
}: {
  businessId: number
  undo: UndoUse
  className?: string
}): ReactNode {
  const { t } = useTranslation()
  const [correcting, setCorrecting] = useState<RecentAward>()
  const [undoing, setUndoing] = useState<RecentAward>()
  const reading = useRecentAwards(businessId)
  // Awards are shown without waiting for the uses, which are few.
  const { value: uses = [] } = useRecentUses(businessId)
  return (
    <Card title={t('counter.roll')} className={className}>
      <ReadingState reading={reading}>
        {(awards) => {
          const acts = actsOf(awards, uses)
          return acts.length === 0 ? (
            <EmptyState title={t('recent.emptyTitle')}>{t('recent.emptyText')}</EmptyState>
          ) : (
            <Acts acts={acts} undo={undo} onUndo={setUndoing} onCorrect={setCorrecting} />
          )
        }}
      </ReadingState>
      <Older reading={reading} />
      <UndoDialog businessId={businessId} award={undoing} onClose={() => setUndoing(undefined)} />
      <CorrectDialog businessId={businessId} award={correcting} onClose={() => setCorrecting(undefined)} />
      <UndoUseDialog undo={undo} />
    </Card>
  )
}

function Acts({
  acts,
  undo,
  onUndo,
  onCorrect,
}: {
  acts: readonly Act[]
  undo: UndoUse
  onUndo: (award: RecentAward) => void
  onCorrect: (award: RecentAward) => void
}): ReactNode {
  const timeAgo = useTimeAgo()
  return (
    <ul data-testid="counter-roll">
      {acts.map((act) => {
        if ('award' in act) {
          const { award } = act
          return (
            <AwardLine
              key={award.awardId}
              award={award}
              when={timeAgo(new Date(act.atMs))}
              onUndo={() => onUndo(award)}
              onCorrect={() => onCorrect(award)}
            />
          )
        }
        return <UseLine key={act.use.usedAt} use={act.use} when={timeAgo(new Date(act.atMs))} undo={undo} />
      })}
    </ul>
  )
}

function UseLine({ use, when, undo }: { use: RecentUse; when: string; undo: UndoUse }): ReactNode {
  const { t } = useTranslation()
  const { redemptionId, code, perk, buyer, undone } = use
  return (
    <li
      data-testid="perk-act"
      className="flex items-center justify-between gap-x-4 border-b border-line py-2 last:border-0"
    >
      <div className="min-w-0">
        <p className={undone ? 'text-ink-soft line-through' : ''}>
          <Gift aria-hidden className="mr-1.5 inline size-4" />
          <span className="font-semibold wrap-anywhere">{perk.name}</span>
          <span translate="no">{` · ${spacedCode(buyer.buyerId)}`}</span>
        </p>
        <p className="text-small text-ink-soft">{when}</p>
      </div>
      {undone && <Badge>{t('counter.undone')}</Badge>}
      {code !== null && use.undo.possible && (
        <Button
          look="quiet"
          className="shrink-0 px-3"
          busy={undo.running}
          aria-label={t('verify.undoFor', { perk: perk.name, code: spacedCode(code) })}
          onClick={() => undo.begin({ code, reply: { redemptionId, perk, buyer }, atMs: Date.parse(use.usedAt) })}
        >
          <Undo2 aria-hidden className="size-5" />
        </Button>
      )}
    </li>
  )
}

function Older({ reading }: { reading: ReadingAwards }): ReactNode {
  const { t } = useTranslation()
  const words = useErrorWords()
  const turn = useAction(async (how: 'older' | 'fewer') => reading[how]?.())

  async function show(how: 'older' | 'fewer'): Promise<void> {
    try {
      await turn.run(how)
    } catch (error) {
      toast.error(t('recent.olderFailed'), { description: words.forError(error), durationMs: LONG_TOAST_MS })
    }
  }

  if (!reading.older && !reading.fewer) return null
  return (
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
  )
}
