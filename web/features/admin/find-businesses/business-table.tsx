import { CircleAlert } from 'lucide-react'
import { useState, type ReactElement, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { AdminBusiness, AdminBusinessRow, BusinessSort } from '#contracts/calls/staff/admin.ts'
import type { BusinessStatus } from '#contracts/calls/account/session.ts'
import { Badge, type BadgeTone } from '#web/components/lists/badge.tsx'
import { Button } from '#web/components/inputs/button.tsx'
import { Table } from '#web/components/lists/table.tsx'
import { useBusinessName } from '#web/lib/words/use-business-name.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { BusinessDetails } from './business-details.tsx'
import type { StatusChange } from './status-dialog.tsx'

const TONES: Record<BusinessStatus, BadgeTone> = {
  active: 'leaf',
  pending: 'apricot',
  trial_expired: 'apricot',
  suspended: 'pomegranate',
  rejected: 'neutral',
  closed: 'neutral',
}
const CANNOT_BE_VISITED: readonly BusinessStatus[] = ['closed', 'rejected', 'pending']

export interface BusinessTableProps {
  businesses: readonly AdminBusinessRow[]
  sort: BusinessSort
  direction: 'asc' | 'desc'
  onSort: (sort: BusinessSort) => void
  help: (business: AdminBusiness) => ReactElement | null
  onChange: (change: StatusChange) => void
}

export function BusinessTable({ businesses, sort, direction, onSort, help, onChange }: BusinessTableProps): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const nameOf = useBusinessName()
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const shownName = (business: AdminBusinessRow): string =>
    nameOf({ ...business, closed: business.status === 'closed' })
  const toggle = (id: number): void =>
    setOpened((now) => new Set(now.has(id) ? [...now].filter((one) => one !== id) : [...now, id]))
  const sortable = (key: BusinessSort) => ({
    onSort: () => onSort(key),
    sorted: sort === key ? direction : undefined,
  })
  return (
    <div data-testid="businesses">
      <Table
        caption={t('admin.tabs.businesses')}
        stacks
        rows={businesses}
        rowKey={({ id }) => id}
        below={(business) =>
          opened.has(business.id) && (
            <BusinessDetails business={business} onChange={(step) => onChange({ step, business })} />
          )
        }
        columns={[
          {
            key: 'name',
            title: t('adminBusinesses.business'),
            ...sortable('name'),
            cell: (business) => (
              <div className="min-w-0 sm:min-w-32 lg:min-w-44">
                <p className="font-bold wrap-anywhere">{shownName(business)}</p>
                <p className="text-small text-ink-soft wrap-anywhere">{business.owner.email}</p>
                <p className="mt-1 flex flex-wrap gap-1.5 max-sm:justify-end">
                  <Badge tone={TONES[business.status]}>{t(`admin.statuses.${business.status}`)}</Badge>
                  <Badge>{t(`planWithCycle.${business.billingCycle}`, { plan: t(`plans.${business.plan}`) })}</Badge>
                </p>
              </div>
            ),
          },
          {
            key: 'number',
            title: t('adminBusinesses.registered'),
            ...sortable('number'),
            cell: ({ id, createdAt }) => (
              <div>
                <span className="block">{format.day(new Date(createdAt))}</span>
                <span className="block text-small text-ink-soft">{t('adminBusinesses.number', { id })}</span>
              </div>
            ),
          },
          {
            key: 'activity',
            title: t('adminBusinesses.lastActivity'),
            ...sortable('activity'),
            cell: ({ lastActivity }) =>
              lastActivity === null ? (
                <span className="text-ink-soft">{t('adminBusinesses.neverActive')}</span>
              ) : (
                <span>{format.day(new Date(`${lastActivity}T12:00:00+04:00`))}</span>
              ),
          },
          {
            key: 'marks',
            title: t('adminBusinesses.marksTitle'),
            cell: ({ marks }) =>
              marks.length === 0 ? (
                <span className="text-ink-soft">—</span>
              ) : (
                <ul>
                  {marks.map((mark) => (
                    <li key={mark} className="flex items-start gap-1.5 text-small">
                      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-alarm-text" />
                      <span>{t(`adminBusinesses.marks.${mark}`)}</span>
                    </li>
                  ))}
                </ul>
              ),
          },
          {
            key: 'acts',
            title: t('adminBusinesses.acts'),
            cell: (business) => (
              <div className="flex flex-wrap gap-2 max-sm:justify-end">
                <Button look="secondary" aria-expanded={opened.has(business.id)} onClick={() => toggle(business.id)}>
                  <span>{t('adminBusinesses.details')}</span>
                  <span className="sr-only">{t('common.namely', { what: shownName(business) })}</span>
                </Button>
                {!CANNOT_BE_VISITED.includes(business.status) && help(business)}
              </div>
            ),
          },
        ]}
      />
    </div>
  )
}
