import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Overview } from '#contracts/calls/staff/admin.ts'
import { Card } from '#web/components/lists/card.tsx'
import { ReadingState } from '#web/components/feedback/reading-state.tsx'
import { Skeleton } from '#web/components/feedback/skeleton.tsx'
import { useOverview } from '#web/lib/calls/staff/admin-system.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { LastBackup } from './last-backup.tsx'
import { LateEvents } from './late-events.tsx'
import { QueuesCard } from './queues-card.tsx'
import { ReadModelsCard } from './read-models-card.tsx'
import { ReadinessCard } from './readiness-card.tsx'
import { SellerMissing } from './seller-missing.tsx'

const LINK =
  'flex min-h-11 items-center justify-between gap-4 font-medium underline decoration-line-strong underline-offset-4'

/** Refreshed every few seconds (H30). */
export function SystemOverview(): ReactNode {
  return (
    <>
      <ReadingState reading={useOverview()} loading={<WaitingLoading />}>
        {(overview) => (
          <>
            {!overview.sellerIsSet && <SellerMissing />}
            <LateEvents {...overview.eventOutbox} />
            <Waiting overview={overview} />
            <LastBackup backup={overview.backup} />
          </>
        )}
      </ReadingState>
      <ReadinessCard />
      <ReadModelsCard />
      <QueuesCard />
    </>
  )
}

function Waiting({ overview }: { overview: Overview }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const { approvals, openInvoices, deadMails, selfCheck, visitsRunning } = overview
  const things = [
    { path: 'approvals', text: t('admin.tabs.approvals'), count: approvals.waiting },
    { path: 'invoices', text: t('admin.tabs.invoices'), count: openInvoices },
    { path: 'mail', text: t('admin.tabs.mail'), count: deadMails },
    { path: 'self-check', text: t('admin.tabs.selfCheck'), count: selfCheck.differences },
    { path: 'visits', text: t('admin.tabs.visits'), count: visitsRunning },
  ]
  return (
    <div className="grid items-start gap-4 md:grid-cols-2">
      <Card title={t('adminSystem.waitingTitle')}>
        <ul>
          {things.map(({ path, text, count }) => (
            <li key={path} className="border-b border-line last:border-0">
              <Link to={`/admin/dashboard/${path}`} className={LINK}>
                <span>{text}</span>
                <span className="font-bold">{format.integer(count)}</span>
              </Link>
            </li>
          ))}
        </ul>
        {approvals.oldestSince !== null && (
          <p className="mt-2 text-small text-ink-soft">
            {t('adminSystem.oldestApproval', { moment: format.moment(new Date(approvals.oldestSince)) })}
          </p>
        )}
      </Card>
      <Card title={t('adminSystem.whoTitle')}>
        <Counts
          rows={[
            ...(['active', 'trial_expired', 'suspended', 'pending', 'rejected'] as const).map((status) => ({
              key: status,
              text: t('adminSystem.businesses', { status: t(`admin.statuses.${status}`).toLowerCase() }),
              count: overview.businesses[status] ?? 0,
            })),
            ...(['buyer', 'admin', 'auditor'] as const).map((role) => ({
              key: role,
              text: t(`adminSystem.people.${role}`),
              count: overview.users[role] ?? 0,
            })),
          ]}
        />
      </Card>
    </div>
  )
}

/** Skeletons as high as the cards. */
function WaitingLoading(): ReactNode {
  return (
    <div className="grid items-start gap-4 md:grid-cols-2">
      <Skeleton className="h-80 rounded-card" />
      <Skeleton className="h-92 rounded-card" />
    </div>
  )
}

function Counts({ rows }: { rows: readonly { key: string; text: string; count: number }[] }): ReactNode {
  const format = useFormat()
  return (
    <dl>
      {rows.map(({ key, text, count }) => (
        <div key={key} className="flex justify-between gap-4 border-b border-line py-1.5 last:border-0">
          <dt className="text-ink-soft">{text}</dt>
          <dd className="font-bold">{format.integer(count)}</dd>
        </div>
      ))}
    </dl>
  )
}
