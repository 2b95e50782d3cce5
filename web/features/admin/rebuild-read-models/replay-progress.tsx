import { OctagonX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Replay } from '#contracts/calls/staff/admin.ts'
import { Notice } from '#web/components/feedback/notice.tsx'
import { ProgressBar } from '#web/components/feedback/progress-bar.tsx'
import { useFormat } from '#web/lib/words/use-format.ts'

export function ReplayProgress({ replay }: { replay: Replay }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const { state, events, eventsTotal, eventsPerSecond, secondsLeft, error } = replay
  const text = t('replay.events', {
    count: eventsTotal,
    events: format.integer(events),
    total: format.integer(eventsTotal),
  })
  const share = state === 'building' ? events / Math.max(1, eventsTotal) : 1
  return (
    <div data-testid="replay-progress">
      <ProgressBar share={share} label={t('replay.progress')} text={text} />
      <p className="mt-1.5 flex flex-wrap justify-between gap-x-4 text-small">
        <span className="font-medium">{text}</span>
        {state === 'building' && (
          <span className="text-ink-soft">
            <span>{t('replay.rate', { rate: format.integer(Math.round(eventsPerSecond)) })}</span>
            {secondsLeft !== null && <span>{` · ${timeLeft(secondsLeft)}`}</span>}
          </span>
        )}
      </p>
      {error !== null && (
        <div className="mt-3">
          <Notice tone="alarm" icon={<OctagonX className="size-5" />} title={t('replay.failed')}>
            {error}
          </Notice>
        </div>
      )}
    </div>
  )

  function timeLeft(seconds: number): string {
    return seconds < 90
      ? t('replay.secondsLeft', { count: seconds })
      : t('replay.minutesLeft', { count: Math.round(seconds / 60) })
  }
}
