import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { SupportVisit } from '#contracts/calls/staff/impersonation.ts'
import { ActedBadge } from '#web/components/lists/acted-badge.tsx'
import { Badge } from '#web/components/lists/badge.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { PagedList } from '#web/components/lists/paged-list.tsx'
import { useAllVisits } from '#web/lib/calls/staff/admin-people.ts'
import { useBusinessName } from '#web/lib/words/use-business-name.ts'
import { useCursors } from '#web/lib/reads/use-cursors.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { useVisitEvent } from '#web/lib/words/use-visit-event.ts'

/** H31. */
export function AllVisits(): ReactNode {
  const { t } = useTranslation()
  const cursors = useCursors()
  return (
    <Card
      title={t('adminPeople.visitsTitle')}
      aside={
        <Link
          to="/audit/visits"
          className="inline-flex min-h-11 items-center font-semibold underline decoration-line-strong underline-offset-4"
        >
          {t('adminPeople.toAudit')}
        </Link>
      }
    >
      <PagedList
        reading={useAllVisits(cursors.cursor)}
        cursors={cursors}
        items={(page) => page.visits}
        empty={{ title: t('adminPeople.noVisitsTitle'), text: t('adminPeople.noVisitsText') }}
        of={t('admin.tabs.visits')}
      >
        {(visits) => (
          <ul data-testid="all-visits">
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
  const nameOf = useBusinessName()
  const eventOf = useVisitEvent()
  const { business, adminId, reason, startedAt, endedAt, ended, calls, refusedCalls, done } = visit
  return (
    <li className="flex flex-col gap-1 border-b border-line py-4 last:border-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-bold wrap-anywhere">{nameOf(business)}</h3>
        <ActedBadge visit={visit} acted={t('adminPeople.acted')} looked={t('adminPeople.viewed')} />
        {ended === 'running' && <Badge tone="leaf">{t('adminPeople.running')}</Badge>}
        {ended === 'expired' && <Badge>{t('adminPeople.expired')}</Badge>}
      </div>
      <p className="text-small text-ink-soft">
        {`${t('adminPeople.byAdmin', { id: adminId })} · ${format.moment(new Date(startedAt))}${endedAt === null ? '' : ` – ${format.moment(new Date(endedAt))}`}`}
      </p>
      <p className="wrap-anywhere">{reason}</p>
      {calls.length + refusedCalls.length + done.length > 0 && (
        <details>
          <summary className="flex min-h-11 cursor-pointer items-center font-medium">
            {t('adminPeople.visitSums', {
              calls: format.integer(calls.length),
              refused: format.integer(refusedCalls.length),
              events: format.integer(done.length),
            })}
          </summary>
          <ul className="text-small">
            {calls.map((call) => (
              <Line key={`${call.at}${call.path}`} at={call.at} text={<code>{`${call.method} ${call.path}`}</code>} />
            ))}
            {refusedCalls.map((call) => (
              <Line
                key={`refused${call.at}${call.path}`}
                at={call.at}
                text={<code>{t('adminPeople.refused', { call: `${call.method} ${call.path}` })}</code>}
              />
            ))}
            {done.map((event) => (
              <Line key={event.position} at={event.at} text={eventOf(event)} />
            ))}
          </ul>
        </details>
      )}
    </li>
  )
}

function Line({ text, at }: { text: ReactNode; at: string }): ReactNode {
  const format = useFormat()
  return (
    <li className="flex flex-wrap justify-between gap-x-4 py-0.5">
      <span className="wrap-anywhere">{text}</span>
      <span className="text-ink-soft">{format.moment(new Date(at))}</span>
    </li>
  )
}
