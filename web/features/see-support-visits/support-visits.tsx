import { Eye, PencilLine } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SupportVisit } from '#contracts/impersonation.ts'
import { Badge } from '#web/components/badge.tsx'
import { Card } from '#web/components/card.tsx'
import { spacedCode } from '#web/lib/format.ts'
import { useSupportVisits } from '#web/lib/support-visits.ts'
import { useFormat } from '#web/lib/use-format.ts'

/** Who of the support was here, when and why, and what was done (H31). Nothing while there was nobody. */
export function SupportVisitList({ businessId }: { businessId: number }): ReactNode {
  const { t } = useTranslation()
  const { value } = useSupportVisits(businessId)
  if (!value || value.visits.length === 0) return null
  return (
    <Card title={t('visits.title')}>
      <p className="-mt-2 mb-2 text-ink-soft">{t('visits.text')}</p>
      <ul data-testid="support-visits">
        {value.visits.map((visit) => (
          <Visit key={visit.visitId} visit={visit} />
        ))}
      </ul>
    </Card>
  )
}

function Visit({ visit }: { visit: SupportVisit }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const acted = visit.mode === 'act'
  const Icon = acted ? PencilLine : Eye
  const end = visit.endedAt === null ? t('visits.running') : t('visits.until', { moment: format.moment(new Date(visit.endedAt)) })
  return (
    <li className="flex flex-col gap-1 border-b border-line py-3 last:border-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="font-semibold">{`${t('visits.admin', { id: visit.adminId })} · ${format.moment(new Date(visit.startedAt))} – ${end}`}</p>
        <Badge tone={acted ? 'apricot' : 'neutral'} icon={<Icon aria-hidden className="size-4" />}>
          {t(acted ? 'visits.act' : 'visits.view')}
        </Badge>
      </div>
      <p className="wrap-anywhere">{t('visits.reason', { reason: visit.reason })}</p>
      {visit.calls.length + visit.done.length === 0 ? (
        <p className="text-small text-ink-soft">{t('visits.nothing')}</p>
      ) : (
        <details>
          <summary className="flex min-h-11 cursor-pointer items-center font-medium">{t('visits.what', { count: visit.calls.length })}</summary>
          <ul className="text-small">
            {visit.calls.map((call) => (
              <li key={`${call.at}${call.path}`} className="flex flex-wrap justify-between gap-x-4 py-0.5">
                <code className="wrap-anywhere">{`${call.method} ${call.path}`}</code>
                <span className="text-ink-soft">{format.moment(new Date(call.at))}</span>
              </li>
            ))}
            {visit.done.map((event) => (
              <li key={event.position} className="flex flex-wrap justify-between gap-x-4 py-0.5">
                <span>{`${event.type}${event.buyerId === null ? '' : ` · ${spacedCode(event.buyerId)}`}`}</span>
                <span className="text-ink-soft">{format.moment(new Date(event.at))}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  )
}
