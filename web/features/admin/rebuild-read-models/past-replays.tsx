import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Replay, ReplayState } from '#contracts/calls/staff/admin.ts'
import { Badge, type BadgeTone } from '#web/components/lists/badge.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { Pager } from '#web/components/lists/pager.tsx'
import { Table } from '#web/components/lists/table.tsx'
import { useFormat } from '#web/lib/words/use-format.ts'
import { usePage } from '#web/lib/reads/use-page.ts'
import { countDifferences } from './count-differences.ts'

const TONES: Partial<Record<ReplayState, BadgeTone>> = { switched: 'leaf', failed: 'pomegranate' }

export function PastReplays({ past }: { past: readonly Replay[] }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const page = usePage(past)
  const who = (id: number | null): string => (id === null ? '' : t('replay.byAdmin', { id }))
  return (
    <Card title={t('replay.pastTitle')}>
      <Table
        caption={t('replay.pastTitle')}
        rows={page.items}
        rowKey={({ generation, startedAt }) => `${generation}${startedAt}`}
        columns={[
          { key: 'generation', title: t('replay.generation'), cell: ({ generation }) => generation },
          {
            key: 'state',
            title: t('replay.state'),
            cell: ({ state, error }) => (
              <>
                <Badge tone={TONES[state] ?? 'neutral'}>{t(`replay.states.${state}`)}</Badge>
                {error !== null && (
                  <span className="block max-w-60 text-small text-alarm-text wrap-anywhere">{error}</span>
                )}
              </>
            ),
          },
          {
            key: 'reason',
            title: t('admin.reason'),
            cell: ({ reason }) => <span className="wrap-anywhere">{reason}</span>,
          },
          {
            key: 'differences',
            title: t('replay.differences'),
            end: true,
            cell: ({ diff }) => (diff ? format.integer(countDifferences(diff.tables)) : '—'),
          },
          {
            key: 'yes',
            title: t('replay.saidYes'),
            cell: ({ switchAskedBy, switchApprovedBy }) =>
              [who(switchAskedBy), who(switchApprovedBy)].filter(Boolean).join(', ') || '—',
          },
          {
            key: 'ended',
            title: t('replay.ended'),
            end: true,
            cell: ({ endedAt }) => (
              <span className="whitespace-nowrap">{endedAt === null ? '—' : format.moment(new Date(endedAt))}</span>
            ),
          },
        ]}
      />
      <Pager index={page.index} count={page.count} onTurn={page.turnTo} of={t('replay.pastTitle')} />
    </Card>
  )
}
