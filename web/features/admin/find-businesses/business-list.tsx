import { useState, type ReactElement, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { businessSortSchema, type AdminBusiness, type BusinessSort } from '#contracts/calls/staff/admin.ts'
import { PLANS_IN_ORDER } from '#contracts/pages/plans.ts'
import { businessStatusSchema } from '#contracts/calls/account/session.ts'
import { Card } from '#web/components/lists/card.tsx'
import { PagedList } from '#web/components/lists/paged-list.tsx'
import { SearchBox } from '#web/components/inputs/search-box.tsx'
import { Select } from '#web/components/inputs/select.tsx'
import { useAdminBusinesses, type BusinessFilter } from '#web/lib/calls/staff/admin-businesses.ts'
import { useAsked } from '#web/lib/reads/use-asked.ts'
import { useCursorsOfEntry } from '#web/lib/reads/use-cursors-of-entry.ts'
import { BusinessTable } from './business-table.tsx'
import { StatusDialog, type StatusChange } from './status-dialog.tsx'

const ASKED = ['search', 'status', 'plan', 'sort'] as const
/** Activity starts with the latest, for which an administrator usually looks. */
const FIRST_DIRECTION: Record<BusinessSort, BusinessFilter['direction']> = {
  number: 'asc',
  name: 'asc',
  activity: 'desc',
}

/** As in the address: 'name', or '-name' for the reverse. */
function sortIn(text: string): Pick<BusinessFilter, 'sort' | 'direction'> {
  const sort = businessSortSchema.options.find((one) => one === text.replace(/^-/, '')) ?? 'number'
  return { sort, direction: text.startsWith('-') ? 'desc' : 'asc' }
}

/** H30. The address holds search, filters and order. `help`: starts a support visit (H31). */
export function BusinessList({ help }: { help: (business: AdminBusiness) => ReactElement | null }): ReactNode {
  const { t } = useTranslation()
  const { asked, ask } = useAsked(ASKED)
  const cursors = useCursorsOfEntry(Object.values(asked).join(' '))
  const [change, setChange] = useState<StatusChange>()
  const { sort, direction } = sortIn(asked.sort)
  const filter: BusinessFilter = {
    search: asked.search,
    status: businessStatusSchema.options.find((one) => one === asked.status) ?? '',
    plan: PLANS_IN_ORDER.find((one) => one === asked.plan) ?? '',
    sort,
    direction,
  }

  function sortBy(wanted: BusinessSort): void {
    const next = wanted !== sort ? FIRST_DIRECTION[wanted] : direction === 'asc' ? 'desc' : 'asc'
    ask({ sort: `${next === 'desc' ? '-' : ''}${wanted}` })
  }

  return (
    <Card>
      <div className="mb-3 grid gap-3 sm:grid-cols-2">
        <div className="sm:col-span-2">
          <SearchBox label={t('adminBusinesses.search')} value={asked.search} onChange={(search) => ask({ search })} />
        </div>
        <Select
          aria-label={t('adminBusinesses.status')}
          value={filter.status}
          onChange={(event) => ask({ status: event.currentTarget.value })}
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
          onChange={(event) => ask({ plan: event.currentTarget.value })}
        >
          <option value="">{t('adminBusinesses.anyPlan')}</option>
          {PLANS_IN_ORDER.map((plan) => (
            <option key={plan} value={plan}>
              {t(`plans.${plan}`)}
            </option>
          ))}
        </Select>
        {/* A phone shows no column headings. */}
        <div className="sm:hidden">
          <Select
            aria-label={t('adminBusinesses.order')}
            value={sort}
            onChange={(event) => sortBy(sortIn(event.currentTarget.value).sort)}
          >
            {businessSortSchema.options.map((one) => (
              <option key={one} value={one}>
                {t(`adminBusinesses.orders.${one}`)}
              </option>
            ))}
          </Select>
        </div>
      </div>
      <PagedList
        reading={useAdminBusinesses(filter, cursors.cursor)}
        cursors={cursors}
        items={(page) => page.businesses}
        empty={{ title: t('adminBusinesses.noneTitle'), text: t('adminBusinesses.noneText') }}
        of={t('admin.tabs.businesses')}
      >
        {(businesses) => (
          <BusinessTable
            businesses={businesses}
            sort={sort}
            direction={direction}
            onSort={sortBy}
            help={help}
            onChange={setChange}
          />
        )}
      </PagedList>
      <StatusDialog change={change} onClose={() => setChange(undefined)} />
    </Card>
  )
}
