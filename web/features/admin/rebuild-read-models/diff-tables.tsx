import { CircleCheck, GitCompare } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Replay, TableDiff } from '#contracts/calls/staff/admin.ts'
import { Badge } from '#web/components/lists/badge.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { Table } from '#web/components/lists/table.tsx'
import { useFormat } from '#web/lib/words/use-format.ts'
import { countDifferences } from './count-differences.ts'
import { DiffSamples } from './diff-samples.tsx'

const KINDS = ['equal', 'changed', 'missing', 'extra'] as const

export function DiffTables({ diff }: { diff: NonNullable<Replay['diff']> }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const { tables, position, at } = diff
  const differences = countDifferences(tables)
  return (
    <Card title={t('replay.diffTitle')}>
      <p className="mb-3 text-small text-ink-soft">
        {t('replay.diffAt', { position: position ?? '—', moment: format.moment(new Date(at)) })}
      </p>
      {differences === 0 ? (
        <Notice tone="good" icon={<CircleCheck className="size-5" />} title={t('replay.equal')} />
      ) : (
        <Notice
          icon={<GitCompare className="size-5" />}
          title={t('replay.differ', { count: differences, rows: format.integer(differences) })}
        >
          {t('replay.differText')}
        </Notice>
      )}
      <div className="mt-3">
        <Table
          caption={t('replay.diffTitle')}
          rows={tables}
          rowKey={({ table }) => table}
          columns={[
            { key: 'table', title: t('replay.readModel'), cell: (row) => <Name {...row} /> },
            ...KINDS.map((kind) => ({
              key: kind,
              title: t(`replay.kinds.${kind}`),
              end: true,
              cell: (row: TableDiff) => (
                <span className={kind !== 'equal' && row[kind] > 0 ? 'font-bold text-alarm-text' : ''}>
                  {format.integer(row[kind])}
                </span>
              ),
            })),
          ]}
        />
      </div>
      {tables
        .filter(({ samples }) => samples.length > 0)
        .map((table) => (
          <DiffSamples key={table.table} table={table} />
        ))}
    </Card>
  )
}

function Name({ table, note }: TableDiff): ReactNode {
  const { t } = useTranslation()
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <code>{table}</code>
      {note !== null && <Badge tone="apricot">{t(`replay.notes.${note}`)}</Badge>}
    </span>
  )
}
