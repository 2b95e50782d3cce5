import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { DashboardThen } from '#contracts/calls/staff/time-travel.ts'
import { Card } from '#web/components/lists/card.tsx'
import { EmptyState } from '#web/components/lists/empty-state.tsx'
import { Table } from '#web/components/lists/table.tsx'
import { toTenths } from '#web/lib/words/format.ts'
import { useFormat } from '#web/lib/words/use-format.ts'

/** Includes perks changed or deleted since; cheapest first, as on the dashboard. */
export function PerksThen({ perks }: Pick<DashboardThen, 'perks'>): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Card title={t('travel.perks')}>
      {perks.length === 0 ? (
        <EmptyState title={t('travel.noPerks')}>{t('travel.noPerksText')}</EmptyState>
      ) : (
        <Table
          caption={t('travel.perks')}
          rows={perks}
          rowKey={({ id }) => id}
          columns={[
            {
              key: 'perk',
              title: t('travel.perk'),
              cell: ({ name, description }) => (
                <>
                  <span className="block font-semibold wrap-anywhere">{name}</span>
                  <span className="block text-ink-soft wrap-anywhere">{description}</span>
                </>
              ),
            },
            {
              key: 'cost',
              title: t('travel.perkCost'),
              end: true,
              cell: ({ pointsRequired }) => format.points(toTenths(pointsRequired)),
            },
          ]}
        />
      )}
    </Card>
  )
}
