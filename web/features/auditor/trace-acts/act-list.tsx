import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { AuditAct } from '#contracts/calls/staff/audit.ts'
import { Badge } from '#web/components/lists/badge.tsx'
import { BusinessQuestion } from '#web/components/lists/business-question.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { PagedList } from '#web/components/lists/paged-list.tsx'
import { actsAddress, eventAddress, useAuditActs } from '#web/lib/calls/staff/audit.ts'
import { useCursorsOfEntry } from '#web/lib/reads/use-cursors-of-entry.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { useActFacts } from './act-facts.ts'

const LINK = 'font-semibold underline decoration-line-strong underline-offset-4'

/** Status and billing events of businesses, and administrators' other acts (H33). */
export function ActList({ businessId, onAsk }: { businessId: string; onAsk: (businessId: string) => void }): ReactNode {
  const { t } = useTranslation()
  const cursors = useCursorsOfEntry(businessId)
  return (
    <Card title={t('audit.acts')}>
      <p className="-mt-2 mb-4 text-ink-soft">{t('audit.actsText')}</p>
      <BusinessQuestion businessId={businessId} onAsk={onAsk} />
      <PagedList
        reading={useAuditActs(businessId, cursors.cursor)}
        cursors={cursors}
        items={(page) => page.acts}
        empty={{ title: t('audit.noActs'), text: t('audit.noActsText') }}
        of={t('audit.acts')}
      >
        {(acts) => (
          <ol data-testid="acts" className="divide-y divide-line">
            {acts.map((act) => (
              <Act key={act.position} act={act} />
            ))}
          </ol>
        )}
      </PagedList>
    </Card>
  )
}

const ROLES = ['business', 'buyer', 'admin', 'auditor', 'system'] as const

function Act({ act }: { act: AuditAct }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const facts = useActFacts()(act)
  const { position, type, businessId, actor, onBehalfOf, storedAt } = act
  const role = t(`auditRoles.${ROLES.find((known) => known === actor.role) ?? 'system'}`)
  return (
    <li className="flex flex-col gap-1 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
          <span>{t(`travelEvents.${type}`)}</span>
          {onBehalfOf !== null && <Badge tone="apricot">{t('audit.support')}</Badge>}
        </p>
        <time dateTime={storedAt} className="text-small text-ink-soft">
          {format.moment(new Date(storedAt))}
        </time>
      </div>
      <p>
        <span>{actor.id === 0 ? role : t('audit.numbered', { who: role, id: actor.id })}</span>
        {businessId !== null && (
          <>
            <span>{' · '}</span>
            <Link to={actsAddress(businessId)} className={LINK}>
              {t('audit.atBusiness', { id: businessId })}
            </Link>
          </>
        )}
      </p>
      {facts !== '' && <p className="wrap-anywhere">{facts}</p>}
      <p className="text-small">
        <Link to={eventAddress(position)} className={LINK}>
          {t('audit.eventAt', { position })}
        </Link>
      </p>
    </li>
  )
}
