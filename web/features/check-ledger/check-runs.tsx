import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SelfCheck } from '#contracts/admin.ts'
import { Badge } from '#web/components/badge.tsx'
import { Card } from '#web/components/card.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { Pager } from '#web/components/pager.tsx'
import { Table } from '#web/components/table.tsx'
import { useFormat } from '#web/lib/use-format.ts'
import { usePage } from '#web/lib/use-page.ts'

const ROWS = 10

/** When it was checked, how many accounts, and how many differed. */
export function CheckRuns({ runs }: { runs: SelfCheck['runs'] }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const page = usePage(runs, ROWS)
  return (
    <Card title={t('adminSystem.runs')}>
      {runs.length === 0 ? (
        <EmptyState title={t('adminSystem.noRunsTitle')}>{t('adminSystem.noRunsText')}</EmptyState>
      ) : (
        <>
          <Table
            caption={t('adminSystem.runs')}
            rows={page.items}
            rowKey={({ id }) => id}
            columns={[
              { key: 'at', title: t('adminSystem.runAt'), cell: ({ startedAt }) => <span className="whitespace-nowrap">{format.moment(new Date(startedAt))}</span> },
              { key: 'scope', title: t('adminSystem.scope'), cell: ({ scope }) => t(`adminSystem.scopes.${scope}`) },
              { key: 'accounts', title: t('adminSystem.accounts'), end: true, cell: ({ accounts }) => format.integer(accounts) },
              {
                key: 'differences', title: t('adminSystem.differences'), end: true,
                cell: ({ endedAt, differences }) =>
                  endedAt === null ? <Badge tone="apricot">{t('adminSystem.running')}</Badge> : <Badge tone={differences === 0 ? 'leaf' : 'pomegranate'}>{format.integer(differences)}</Badge>,
              },
            ]}
          />
          <Pager index={page.index} count={page.count} onTurn={page.turnTo} of={t('adminSystem.runs')} />
        </>
      )}
    </Card>
  )
}
