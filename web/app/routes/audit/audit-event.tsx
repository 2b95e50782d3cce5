import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { parseAccountStream } from '#contracts/events/ledger-events.ts'
import { lazyPart } from '#web/components/dialogs/lazy-part.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { ReadingState } from '#web/components/feedback/reading-state.tsx'
import { InclusionCard } from '#web/features/visitor/check-proof/inclusion-card.tsx'
import { ChainList } from '#web/features/auditor/see-stored-event/chain-list.tsx'
import { StoredEventCard } from '#web/features/auditor/see-stored-event/stored-event.tsx'
import { useStoredEvent } from '#web/lib/calls/staff/audit.ts'
import { useUser } from '#web/lib/session/session.ts'
import { AuditOnly } from '../../frames/staff/audit-only.tsx'
import NotFoundPage from '../not-found.tsx'

const CallBackAward = lazyPart(() => import('#web/features/admin/call-back-award/call-back-award.tsx'), ['staff'])

/** A stored event, its related events and its inclusion proof. Administrators may void an award here (H4). */
export default function AuditEventPage(): ReactNode {
  const { t } = useTranslation()
  const { position = '' } = useParams()
  if (!/^\d{1,19}$/.test(position)) return <NotFoundPage />
  return (
    <AuditOnly title={t('audit.eventAt', { position })}>
      <Event key={position} position={position} />
    </AuditOnly>
  )
}

function Event({ position }: { position: string }): ReactNode {
  const { t } = useTranslation()
  const user = useUser()
  const reading = useStoredEvent(position)
  if (reading.error?.status === 404) return <Notice icon={<SearchX className="size-5" />} title={t('audit.noEvent')} />
  return (
    <ReadingState reading={reading}>
      {(event) => (
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <StoredEventCard event={event} />
          <div className="flex min-w-0 flex-col gap-4">
            {parseAccountStream(event.stream) && <ChainList position={position} />}
            {user?.role === 'admin' && event.type === 'PointsAwarded' && <CallBackAward event={event} />}
            <InclusionCard event={event} />
          </div>
        </div>
      )}
    </ReadingState>
  )
}
