import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { DiffSample, TableDiff } from '#contracts/calls/staff/admin.ts'
import { Badge, type BadgeTone } from '#web/components/lists/badge.tsx'
import { Table } from '#web/components/lists/table.tsx'

const TONES: Record<DiffSample['kind'], BadgeTone> = {
  changed: 'apricot',
  missing: 'pomegranate',
  extra: 'pomegranate',
}

/** The serving value beside the log's. */
export function DiffSamples({ table: { table, samples } }: { table: TableDiff }): ReactNode {
  const { t } = useTranslation()
  const caption = t('replay.samplesOf', { table, count: samples.length })
  return (
    <div className="mt-5" data-testid={`samples-${table}`}>
      <h3 className="mb-1 font-semibold">{caption}</h3>
      <Table
        caption={caption}
        rows={samples}
        rowKey={({ kind, key }) => `${kind}${JSON.stringify(key)}`}
        columns={[
          {
            key: 'kind',
            title: t('replay.how'),
            cell: ({ kind }) => <Badge tone={TONES[kind]}>{t(`replay.kinds.${kind}`)}</Badge>,
          },
          { key: 'key', title: t('replay.row'), cell: ({ key }) => <Pairs pairs={Object.entries(key)} /> },
          {
            key: 'live',
            title: t('replay.live'),
            cell: ({ differences }) => <Pairs pairs={differences.map(({ column, live }) => [column, live])} />,
          },
          {
            key: 'rebuilt',
            title: t('replay.rebuilt'),
            cell: ({ differences }) => <Pairs pairs={differences.map(({ column, rebuilt }) => [column, rebuilt])} />,
          },
        ]}
      />
    </div>
  )
}

function Pairs({ pairs }: { pairs: readonly (readonly [string, string | null])[] }): ReactNode {
  if (pairs.length === 0) return '—'
  return (
    <ul>
      {pairs.map(([column, value]) => (
        <li key={column} className="text-small">
          <code className="break-all">
            <span>{`${column} = `}</span>
            <span className="font-bold">{value ?? '—'}</span>
          </code>
        </li>
      ))}
    </ul>
  )
}
