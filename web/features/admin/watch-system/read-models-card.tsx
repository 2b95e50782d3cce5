import { OctagonX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Projections } from '#contracts/calls/staff/admin.ts'
import { Badge } from '#web/components/lists/badge.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { ReadingState } from '#web/components/feedback/reading-state.tsx'
import { Table } from '#web/components/lists/table.tsx'
import { useProjections } from '#web/lib/calls/staff/admin-system.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { useLagWords } from './use-lag-words.ts'

export function ReadModelsCard(): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const reading = useProjections()
  return (
    <Card
      title={t('adminSystem.readModelsTitle')}
      aside={reading.value && <Lag projections={reading.value} stale={reading.stale} />}
    >
      <ReadingState reading={reading}>
        {({ live, head, caughtUp, stoppedBy, tables }) => (
          <>
            {stoppedBy && (
              <div className="mb-3">
                <Notice
                  tone="alarm"
                  icon={<OctagonX className="size-5" />}
                  title={t('adminSystem.stoppedTitle', { type: stoppedBy.type, position: stoppedBy.position })}
                >
                  <p>{stoppedBy.reason}</p>
                  <p className="text-small">{`${stoppedBy.stream} · ${stoppedBy.eventId}`}</p>
                </Notice>
              </div>
            )}
            <p className="mb-2 text-small text-ink-soft wrap-anywhere">
              {t(caughtUp && !stoppedBy && head !== null ? 'adminSystem.positionReached' : 'adminSystem.positions', {
                generation: live?.generation ?? 0,
                position: live?.position ?? '—',
                head: head ?? '—',
              })}
            </p>
            <Table
              caption={t('adminSystem.readModelsTitle')}
              rows={tables}
              rowKey={({ table }) => table}
              columns={[
                { key: 'table', title: t('adminSystem.table'), cell: ({ table }) => <code>{table}</code> },
                { key: 'rows', title: t('adminSystem.rows'), end: true, cell: ({ rows }) => format.integer(rows) },
              ]}
            />
          </>
        )}
      </ReadingState>
    </Card>
  )
}

function Lag({ projections, stale }: { projections: Projections; stale: boolean | undefined }): ReactNode {
  const { t } = useTranslation()
  const lagWords = useLagWords()
  if (stale) return <Badge tone="apricot">{t('adminSystem.lagUnknown')}</Badge>
  if (projections.stoppedBy) return <Badge tone="pomegranate">{t('adminSystem.stopped')}</Badge>
  if (projections.caughtUp) return <Badge tone="leaf">{t('adminSystem.caughtUp')}</Badge>
  return <Badge tone="apricot">{lagWords(projections)}</Badge>
}
