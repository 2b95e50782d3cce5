import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Step } from '#contracts/calls/staff/time-travel.ts'
import { Badge } from '#web/components/lists/badge.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { ReadingState } from '#web/components/feedback/reading-state.tsx'
import { Table } from '#web/components/lists/table.tsx'
import { spacedCode } from '#web/lib/words/format.ts'
import { useStepAt } from '#web/features/admin/time-travel/time-travel.ts'
import { useKept } from '#web/lib/reads/use-kept.ts'
import { EventReason } from './event-reason.tsx'
import { signed } from './signed.ts'
import { useExact } from './use-exact.ts'
import { useFigureWords } from './use-figure-words.ts'

/** The last event of the moment, with its effect and reason (H30); read out when it changes. */
export function StepPanel({ businessId, position }: { businessId: number; position: string | null }): ReactNode {
  const { t } = useTranslation()
  const reading = useKept(useStepAt(businessId, position))
  return (
    <Card title={t('travel.event')}>
      {position === null ? (
        <p>{t('travel.beforeFirst')}</p>
      ) : (
        <ReadingState reading={reading}>{(step) => <StepDetails step={step} />}</ReadingState>
      )}
    </Card>
  )
}

function StepDetails({ step: { event, changes, why } }: { step: Step }): ReactNode {
  const { t, i18n } = useTranslation()
  const exact = useExact()
  const words = useFigureWords()
  const role = i18n.exists(`travelRoles.${event.actor.role}`)
    ? t(`travelRoles.${event.actor.role as 'admin'}`, { id: event.actor.id })
    : event.actor.role
  return (
    <div className="flex flex-col gap-4">
      <div role="status" data-testid="step-event" className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <p className="text-lead font-semibold">{t(`travelEvents.${event.type}`)}</p>
        {event.points !== null && (
          <Badge tone={event.points.startsWith('-') ? 'pomegranate' : 'leaf'}>
            {t('travel.points', { count: Math.abs(Number(event.points)), points: signed(event.points, i18n.language) })}
          </Badge>
        )}
        {event.buyer && (
          <Badge>{event.buyer.buyerId === '' ? t('travel.erased') : spacedCode(event.buyer.buyerId)}</Badge>
        )}
        {event.onBehalf && <Badge tone="apricot">{t('travel.onBehalf')}</Badge>}
        <p className="basis-full text-ink-soft">{`${exact(event.at)} · ${role}`}</p>
      </div>
      {changes.length === 0 ? (
        <p data-testid="step-changes">{t('travel.noChange')}</p>
      ) : (
        <div data-testid="step-changes">
          <Table
            caption={t('travel.changes')}
            rows={changes}
            rowKey={({ figure }) => figure}
            columns={[
              { key: 'figure', title: t('travel.changes'), cell: ({ figure }) => words.nameOf(figure) },
              {
                key: 'before',
                title: t('travel.before'),
                end: true,
                cell: ({ figure, before }) => words.valueOf(figure, before),
              },
              {
                key: 'after',
                title: t('travel.after'),
                end: true,
                cell: ({ figure, after }) => <span className="font-semibold">{words.valueOf(figure, after)}</span>,
              },
            ]}
          />
        </div>
      )}
      <EventReason why={why} />
    </div>
  )
}
