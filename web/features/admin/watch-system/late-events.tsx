import { OctagonX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Overview } from '#contracts/calls/staff/admin.ts'
import { Notice } from '#web/components/feedback/notice.tsx'
import { useFormat } from '#web/lib/words/use-format.ts'

/** Events overdue in the log. Renders nothing if there are none. */
export function LateEvents({ waiting, lateStreams }: Overview['eventOutbox']): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  if (lateStreams.length === 0) return null
  return (
    <div className="flex flex-col gap-2">
      <Notice tone="alarm" icon={<OctagonX className="size-5" />} title={t('adminSystem.lateEventsTitle')}>
        <p>{t('adminSystem.lateEventsText')}</p>
        <p className="text-small">{lateStreams.join(' · ')}</p>
      </Notice>
      {/* Outside the live region, because the number changes with every poll. */}
      <p className="px-4 text-small text-ink-soft">
        {t('adminSystem.lateEvents', { count: waiting, events: format.integer(waiting) })}
      </p>
    </div>
  )
}
