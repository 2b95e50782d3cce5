import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '#web/components/lists/card.tsx'
import { PagedList } from '#web/components/lists/paged-list.tsx'
import { Table } from '#web/components/lists/table.tsx'
import { useHeads } from '#web/lib/calls/staff/admin-system.ts'
import { useCursors } from '#web/lib/reads/use-cursors.ts'
import { useFormat } from '#web/lib/words/use-format.ts'

/** Signed tree heads, newest first, and their keys (H30). */
export function LogHeads(): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const cursors = useCursors()
  const reading = useHeads(cursors.cursor)
  return (
    <>
      <Card>
        <p className="mb-2 text-ink-soft">{t('adminSystem.headsText')}</p>
        <PagedList
          reading={reading}
          cursors={cursors}
          items={(page) => page.heads}
          empty={{ title: t('adminSystem.noHeadsTitle'), text: t('adminSystem.noHeadsText') }}
          of={t('admin.tabs.heads')}
        >
          {(heads) => (
            <Table
              caption={t('admin.tabs.heads')}
              rows={heads}
              rowKey={({ size }) => size}
              columns={[
                {
                  key: 'size',
                  title: t('adminSystem.headSize'),
                  cell: ({ size }) => <span className="font-semibold">{format.integer(size)}</span>,
                },
                {
                  key: 'at',
                  title: t('adminSystem.headAt'),
                  cell: ({ at }) => <span className="whitespace-nowrap">{format.moment(new Date(at))}</span>,
                },
                { key: 'position', title: t('adminSystem.headPosition'), cell: ({ position }) => position ?? '—' },
                {
                  key: 'root',
                  title: t('adminSystem.headRoot'),
                  cell: ({ root }) => <code className="block min-w-64 text-small break-all">{root}</code>,
                },
              ]}
            />
          )}
        </PagedList>
      </Card>
      {reading.value && Object.keys(reading.value.keys).length > 0 && (
        <Card title={t('adminSystem.keysTitle')}>
          <dl className="flex flex-col gap-3">
            {Object.entries(reading.value.keys).map(([id, key]) => (
              <div key={id}>
                <dt className="text-small text-ink-soft break-all">{t('adminSystem.keyId', { id })}</dt>
                <dd>
                  <code className="text-small break-all">{key}</code>
                </dd>
              </div>
            ))}
          </dl>
        </Card>
      )}
    </>
  )
}
