import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { buttonLook } from '#web/components/inputs/button.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { ReadingState } from '#web/components/feedback/reading-state.tsx'
import { Table } from '#web/components/lists/table.tsx'
import { QUEUE_BOARD, useQueues } from '#web/lib/calls/staff/admin-system.ts'
import { useFormat } from '#web/lib/words/use-format.ts'

const COUNTS = ['waiting', 'active', 'delayed', 'failed', 'completed'] as const

/** Links to the queue board, a separate page behind the same session. */
export function QueuesCard(): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Card
      title={t('adminSystem.queuesTitle')}
      aside={
        <a href={QUEUE_BOARD} target="_blank" rel="noopener" className={buttonLook('secondary')}>
          <ExternalLink aria-hidden className="size-4" />
          <span>{t('adminSystem.board')}</span>
        </a>
      }
    >
      <ReadingState reading={useQueues()}>
        {(queues) => (
          <Table
            caption={t('adminSystem.queuesTitle')}
            stacks
            rows={queues}
            rowKey={({ name }) => name}
            columns={[
              { key: 'name', title: t('adminSystem.queue'), cell: ({ name }) => <code>{name}</code> },
              ...COUNTS.map((name) => ({
                key: name,
                title: t(`adminSystem.jobs.${name}`),
                end: true,
                cell: (queue: (typeof queues)[number]) => (
                  <span className={name === 'failed' && queue.failed > 0 ? 'font-bold text-alarm-text' : ''}>
                    {format.integer(queue[name])}
                  </span>
                ),
              })),
            ]}
          />
        )}
      </ReadingState>
    </Card>
  )
}
