import { useState, type ReactElement, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { AdminBusiness } from '#contracts/calls/staff/admin.ts'
import { PLANS_IN_ORDER, type Plan } from '#contracts/pages/plans.ts'
import { businessStatusSchema, type BusinessStatus } from '#contracts/calls/account/session.ts'
import { Card } from '#web/components/lists/card.tsx'
import { PagedList } from '#web/components/lists/paged-list.tsx'
import { SearchBox } from '#web/components/inputs/search-box.tsx'
import { Select } from '#web/components/inputs/select.tsx'
import { useAdminBusinesses, type BusinessFilter } from '#web/lib/calls/staff/admin-businesses.ts'
import { useCursors } from '#web/lib/reads/use-cursors.ts'
import { BusinessLine } from './business-line.tsx'
import { StatusDialog, type StatusChange } from './status-dialog.tsx'

/** H30. `help`: starts a support visit (H31). */
export function BusinessList({ help }: { help: (business: AdminBusiness) => ReactElement | null }): ReactNode {
  const { t } = useTranslation()
  const cursors = useCursors()
  const [filter, setFilter] = useState<BusinessFilter>({ search: '', status: '', plan: '' })
  const [change, setChange] = useState<StatusChange>()

  function narrow(part: Partial<BusinessFilter>): void {
    cursors.restart()
    setFilter((before) => ({ ...before, ...part }))
  }

  return (
    <Card>
      <div className="mb-3 grid gap-3 sm:grid-cols-2">
        <div className="sm:col-span-2">
          <SearchBox
            label={t('adminBusinesses.search')}
            value={filter.search}
            onChange={(search) => narrow({ search })}
          />
        </div>
        <Select
          aria-label={t('adminBusinesses.status')}
          value={filter.status}
          onChange={(event) => narrow({ status: event.currentTarget.value as BusinessStatus | '' })}
        >
          <option value="">{t('adminBusinesses.anyStatus')}</option>
          {businessStatusSchema.options.map((status) => (
            <option key={status} value={status}>
              {t(`admin.statuses.${status}`)}
            </option>
          ))}
        </Select>
        <Select
          aria-label={t('adminBusinesses.plan')}
          value={filter.plan}
          onChange={(event) => narrow({ plan: event.currentTarget.value as Plan | '' })}
        >
          <option value="">{t('adminBusinesses.anyPlan')}</option>
          {PLANS_IN_ORDER.map((plan) => (
            <option key={plan} value={plan}>
              {t(`plans.${plan}`)}
            </option>
          ))}
        </Select>
      </div>
      <PagedList
        reading={useAdminBusinesses(filter, cursors.cursor)}
        cursors={cursors}
        items={(page) => page.businesses}
        empty={{ title: t('adminBusinesses.noneTitle'), text: t('adminBusinesses.noneText') }}
        of={t('admin.tabs.businesses')}
      >
        {(businesses) => (
          <ul data-testid="businesses">
            {businesses.map((business) => (
              <BusinessLine
                key={business.id}
                business={business}
                help={help(business)}
                onChange={(step) => setChange({ step, business })}
              />
            ))}
          </ul>
        )}
      </PagedList>
      <StatusDialog change={change} onClose={() => setChange(undefined)} />
    </Card>
  )
}
