import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { DayReport, ReportGroup } from '#contracts/calls/day-report.ts'
import { Card } from '#web/components/lists/card.tsx'
import { Table, type Column } from '#web/components/lists/table.tsx'
import { toTenths } from '#web/lib/words/format.ts'
import { useFormat } from '#web/lib/words/use-format.ts'

export type GroupName = 'people' | 'tills' | 'branches'

/** Of the id of a branch whose row a restored backup lacks. */
const BRANCH_CHARACTERS = 4

/** Nothing if no act has such an id: a shop without people or tills. */
export function GroupTable({ of, groups }: { of: GroupName; groups: readonly ReportGroup[] }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  if (groups.every(({ id }) => id === null)) return null
  const nameOf = ({ id, name }: ReportGroup): string => {
    if (id === null) return t(`dayReport.${of}.none`)
    if (name !== null) return name
    return of === 'branches'
      ? t('dayReport.branches.nameless', { id: id.slice(0, BRANCH_CHARACTERS).toUpperCase() })
      : t('dayReport.removed')
  }
  const number = (key: string, title: string, cell: (group: ReportGroup) => string): Column<ReportGroup> => ({
    key,
    title,
    end: true,
    cell: (group) => <span className="whitespace-nowrap">{cell(group)}</span>,
  })
  return (
    <Card title={t(`dayReport.${of}.title`)}>
      <Table
        stacks
        caption={t(`dayReport.${of}.title`)}
        rows={groups}
        rowKey={({ id }) => id ?? ''}
        columns={[
          { key: 'name', title: t(`dayReport.${of}.one`), cell: nameOf },
          number('purchases', t('dayReport.totals.purchases'), ({ purchases }) => format.integer(purchases)),
          number('turnover', t('dayReport.totals.turnoverAmd'), ({ turnoverAmd }) => format.amd(turnoverAmd)),
          number('given', t('dayReport.totals.givenPoints'), ({ givenPoints }) => format.points(toTenths(givenPoints))),
          number('perks', t('dayReport.perks.title'), ({ perks }) => format.integer(perks)),
        ]}
      />
    </Card>
  )
}

/** Perks handed over, by kind. */
export function PerkTable({ perks }: { perks: DayReport['handedOver'] }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  if (perks.length === 0) return null
  return (
    <Card title={t('dayReport.perks.title')}>
      <Table
        caption={t('dayReport.perks.title')}
        rows={perks}
        rowKey={({ perkId }) => perkId}
        columns={[
          { key: 'name', title: t('dayReport.perks.one'), cell: ({ name }) => name },
          {
            key: 'count',
            title: t('dayReport.perks.count'),
            end: true,
            cell: ({ perks: count }) => format.integer(count),
          },
          {
            key: 'points',
            title: t('dayReport.perks.points'),
            end: true,
            cell: ({ usedPoints }) => format.points(toTenths(usedPoints)),
          },
        ]}
      />
    </Card>
  )
}
