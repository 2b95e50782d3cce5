import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SupportVisit } from '#contracts/calls/staff/impersonation.ts'
import { ActedBadge } from '#web/components/lists/acted-badge.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { PagedList } from '#web/components/lists/paged-list.tsx'
import { useSupportVisits } from '#web/features/owner/see-support-visits/support-visits.ts'
import { useCursors } from '#web/lib/reads/use-cursors.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { WhatWasDone } from './what-was-done.tsx'

/** H31. Renders nothing without visits, but reports a failed read. */
export function SupportVisitList({ businessId }: { businessId: number }): ReactNode {
  const { t } = useTranslation()
  const cursors = useCursors()
  const reading = useSupportVisits(businessId, cursors.cursor)
  const isQuiet = reading.value ? reading.value.visits.length === 0 : !reading.error
  if (cursors.index === 0 && isQuiet) return null
  return (
    <Card title={t('visits.title')}>
      <p className="-mt-2 mb-2 text-ink-soft">{t('visits.text')}</p>
      <PagedList
        reading={reading}
        cursors={cursors}
        items={({ visits }) => visits}
        empty={{ title: '', text: '' }}
        of={t('visits.title')}
      >
        {(visits) => (
          <ul data-testid="support-visits">
            {visits.map((visit) => (
              <Visit key={visit.visitId} visit={visit} />
            ))}
          </ul>
        )}
      </PagedList>
    </Card>
  )
}

function Visit({ visit }: { visit: SupportVisit }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const end =
    visit.endedAt === null ? t('visits.running') : t('visits.until', { moment: format.moment(new Date(visit.endedAt)) })
  return (
    <li className="flex flex-col gap-1 border-b border-line py-3 last:border-0" data-testid="support-visit">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="font-semibold">{`${t('visits.admin', { id: visit.adminId })} · ${format.moment(new Date(visit.startedAt))} – ${end}`}</p>
        <ActedBadge visit={visit} acted={t('visits.act')} looked={t('visits.view')} />
      </div>
      <p className="wrap-anywhere">{t('visits.reason', { reason: visit.reason })}</p>
      {visit.calls.length + visit.done.length === 0 ? (
        <p className="text-small text-ink-soft">{t('visits.nothing')}</p>
      ) : (
        <WhatWasDone visit={visit} />
      )}
      {visit.refusedCalls.length > 0 && (
        <p className="text-small text-ink-soft">{t('visits.refused', { count: visit.refusedCalls.length })}</p>
      )}
    </li>
  )
}
