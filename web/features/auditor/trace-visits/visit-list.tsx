import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { SupportVisit } from '#contracts/calls/staff/impersonation.ts'
import { ActedBadge } from '#web/components/lists/acted-badge.tsx'
import { Badge } from '#web/components/lists/badge.tsx'
import { BusinessQuestion } from '#web/components/lists/business-question.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { Fold } from '#web/components/dialogs/fold.tsx'
import { PagedList } from '#web/components/lists/paged-list.tsx'
import { eventAddress, movementsAddress, useAuditVisits } from '#web/lib/calls/staff/audit.ts'
import { useCursorsOfEntry } from '#web/lib/reads/use-cursors-of-entry.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { useVisitEvent } from '#web/lib/words/use-visit-event.ts'

const LINK = 'font-semibold underline decoration-line-strong underline-offset-4'

/** H31, H33. */
export function AuditVisitList({
  businessId,
  onAsk,
}: {
  businessId: string
  onAsk: (businessId: string) => void
}): ReactNode {
  const { t } = useTranslation()
  const cursors = useCursorsOfEntry(businessId)
  return (
    <Card title={t('audit.visits')}>
      <BusinessQuestion businessId={businessId} onAsk={onAsk} />
      <PagedList
        reading={useAuditVisits(businessId, cursors.cursor)}
        cursors={cursors}
        items={(page) => page.visits}
        empty={{ title: t('audit.noVisits'), text: t('audit.noVisitsText') }}
        of={t('audit.visits')}
      >
        {(visits) => (
          <ol data-testid="visits" className="divide-y divide-line">
            {visits.map((visit) => (
              <Visit key={visit.visitId} visit={visit} />
            ))}
          </ol>
        )}
      </PagedList>
    </Card>
  )
}

function Visit({ visit }: { visit: SupportVisit }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const eventOf = useVisitEvent()
  const moment = (at: string): string => format.moment(new Date(at))
  return (
    <li className="flex flex-col gap-1 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="font-semibold">{`${moment(visit.startedAt)} – ${visit.endedAt === null ? t('visits.running') : moment(visit.endedAt)}`}</p>
        <span className="flex flex-wrap gap-1.5">
          {visit.ended !== 'running' && <Badge>{t(`visitEnds.${visit.ended}`)}</Badge>}
          <ActedBadge visit={visit} acted={t('audit.acted')} looked={t('audit.looked')} />
        </span>
      </div>
      <p>
        <span>{t('audit.visitOf', { admin: visit.adminId })}</span>
        <span>{' · '}</span>
        <Link to={movementsAddress({ business: String(visit.business.id), onBehalf: 'true' })} className={LINK}>
          {t('audit.atBusiness', { id: visit.business.id })}
        </Link>
      </p>
      <p className="wrap-anywhere">{t('audit.visitReason', { reason: visit.reason })}</p>
      {visit.actingSince !== null && (
        <p className="text-small text-ink-soft">{t('audit.actingSince', { moment: moment(visit.actingSince) })}</p>
      )}
      <Calls title={t('audit.callsMade', { count: visit.calls.length })} calls={visit.calls} />
      <Calls title={t('audit.callsRefused', { count: visit.refusedCalls.length })} calls={visit.refusedCalls} />
      {visit.done.length > 0 && (
        <ul className="text-small" aria-label={t('audit.visitDone')}>
          {visit.done.map((event) => (
            <li key={event.position} className="flex flex-wrap items-center gap-x-4 py-0.5">
              <Link to={eventAddress(event.position)} className={LINK}>
                {t('audit.eventAt', { position: event.position })}
              </Link>
              <span>{`${eventOf(event)} · ${moment(event.at)}`}</span>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

function Calls({ title, calls }: { title: string; calls: SupportVisit['calls'] }): ReactNode {
  const format = useFormat()
  if (calls.length === 0) return null
  return (
    <Fold title={title}>
      <ul className="text-small">
        {calls.map((call) => (
          <li key={`${call.at}${call.path}`} className="flex flex-wrap justify-between gap-x-4 py-0.5">
            <code className="wrap-anywhere">{`${call.method} ${call.path}`}</code>
            <span className="text-ink-soft">{format.moment(new Date(call.at))}</span>
          </li>
        ))}
      </ul>
    </Fold>
  )
}
