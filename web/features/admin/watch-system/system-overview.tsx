import type { ReactElement, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Overview } from '#contracts/calls/staff/admin.ts'
import { Card } from '#web/components/lists/card.tsx'
import { ReadingState } from '#web/components/feedback/reading-state.tsx'
import { Skeleton } from '#web/components/feedback/skeleton.tsx'
import { useOverview } from '#web/lib/calls/staff/admin-system.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { LateEvents } from './late-events.tsx'
import { SellerMissing } from './seller-missing.tsx'
import { SystemState } from './system-state.tsx'

/** `tasks`: the queue of work. Refreshed every few seconds (H30). */
export function SystemOverview({ tasks }: { tasks?: ReactElement }): ReactNode {
  return (
    <ReadingState reading={useOverview()} loading={<OverviewLoading />}>
      {(overview) => (
        <>
          {!overview.sellerIsSet && <SellerMissing />}
          <LateEvents {...overview.eventOutbox} />
          {tasks}
          <SystemState backup={overview.backup} />
          <WhoUses overview={overview} />
        </>
      )}
    </ReadingState>
  )
}

function WhoUses({ overview }: { overview: Overview }): ReactNode {
  const { t } = useTranslation()
  return (
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
  )
}

/** Skeletons as high as an empty queue, the line and the counts. */
function OverviewLoading(): ReactNode {
  return (
    <>
      <Skeleton className="h-44 rounded-card" />
      <Skeleton className="h-14 rounded-card" />
      <Skeleton className="h-64 rounded-card" />
    </>
  )
}

function Counts({ rows }: { rows: readonly { key: string; text: string; count: number }[] }): ReactNode {
  const format = useFormat()
  return (
    <dl className="grid gap-x-8 sm:grid-cols-2">
      {rows.map(({ key, text, count }) => (
        <div key={key} className="flex justify-between gap-4 border-b border-line py-1.5">
          <dt className="text-ink-soft">{text}</dt>
          <dd className="font-bold">{format.integer(count)}</dd>
        </div>
      ))}
    </dl>
  )
}
