import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SelfCheck } from '#contracts/calls/staff/self-check.ts'
import { Badge } from '#web/components/lists/badge.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { EmptyState } from '#web/components/lists/empty-state.tsx'
import { Pager } from '#web/components/lists/pager.tsx'
import { Table } from '#web/components/lists/table.tsx'
import { useFormat } from '#web/lib/words/use-format.ts'
import { usePage } from '#web/lib/reads/use-page.ts'

const ROWS = 10

/** Separates the nightly full runs from the samples of every minute. */
export function CheckRuns({ runs }: { runs: SelfCheck['runs'] }): ReactNode {
  return (['all', 'sample'] as const).map((scope) => (
    <Runs key={scope} scope={scope} runs={runs.filter((run) => run.scope === scope)} />
  ))
}

function Runs({ scope, runs }: { scope: SelfCheck['runs'][number]['scope']; runs: SelfCheck['runs'] }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const page = usePage(runs, ROWS)
  const title = t(`adminSystem.runsOf.${scope}`)
  return (
    <Card title={title}>
      {runs.length === 0 ? (
        <EmptyState title={t('adminSystem.noRunsTitle')}>{t(`adminSystem.noRunsText.${scope}`)}</EmptyState>
      ) : (
        <>
          <Table
            caption={title}
            rows={page.items}
            rowKey={({ id }) => id}
            columns={[
              {
                key: 'at',
                title: t('adminSystem.runAt'),
                cell: ({ startedAt }) => (
                  <span className="sm:whitespace-nowrap">{format.moment(new Date(startedAt))}</span>
                ),
              },
              {
                key: 'accounts',
                title: t('adminSystem.accounts'),
                end: true,
                cell: ({ accounts }) => format.integer(accounts),
              },
              {
                key: 'differences',
                title: t('adminSystem.differences'),
                end: true,
                cell: ({ endedAt, differences }) =>
                  endedAt === null ? (
                    <Badge tone="apricot">{t('adminSystem.running')}</Badge>
                  ) : (
                    <Badge tone={differences === 0 ? 'leaf' : 'pomegranate'}>{format.integer(differences)}</Badge>
                  ),
              },
            ]}
          />
          <Pager index={page.index} count={page.count} onTurn={page.turnTo} of={title} />
        </>
      )}
    </Card>
  )
}
