import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { noonOf, yerevanDay } from '#contracts/units/time.ts'
import { Button } from '#web/components/inputs/button.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { EmptyState } from '#web/components/lists/empty-state.tsx'
import { PrintNote, PrintPart } from '#web/components/lists/print-note.tsx'
import { OfflineNote } from '#web/components/feedback/offline-note.tsx'
import { ReadingState } from '#web/components/feedback/reading-state.tsx'
import { Skeleton } from '#web/components/feedback/skeleton.tsx'
import { LONG_TOAST_MS, toast } from '#web/components/feedback/toast.tsx'
import { useGoToNew } from '#web/components/lists/use-go-to-new.ts'
import { useNow } from '#web/lib/device/use-now.ts'
import { useLive } from '#web/lib/reads/live.ts'
import { useRefresh } from '#web/lib/reads/read.ts'
import { useLast } from '#web/lib/reads/use-last.ts'
import { statementPath, statementReads, useStatement, type Period } from '#web/lib/calls/statement.ts'
import { useAction } from '#web/lib/forms/use-action.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'
import { Arithmetic } from './arithmetic.tsx'
import { BalanceOfDay } from './balance-of-day.tsx'
import { MovementRow } from './movement-row.tsx'
import { PeriodForm } from './period-form.tsx'
import { StatementHead } from './statement-head.tsx'

export function StatementPage({ buyerUserId, businessId }: { buyerUserId: number; businessId: number }): ReactNode {
  const { t } = useTranslation()
  const { forError } = useErrorWords()
  const format = useFormat()
  const [period, setPeriod] = useState<Period>({ from: '', to: '', clock: 'recorded' })
  const inOrder = period.from === '' || period.to === '' || period.from <= period.to
  const reading = useStatement(buyerUserId, businessId, inOrder ? period : null)
  // The balance does not depend on the period, so it stays while another one is read.
  const known = useLast(reading.value)
  const today = useNow(yerevanDay)
  const from = period.from === '' ? t('statement.allTime') : format.day(noonOf(period.from))
  const to = format.day(noonOf(period.to === '' ? today : period.to))
  const more = useAction<null, void>(async () => reading.more?.())
  const { list, fromLast } = useGoToNew<HTMLOListElement>()
  const refresh = useRefresh()
  // Other businesses' movements are read when their statement opens.
  useLive(
    (moved) =>
      void refresh(
        moved
          ? moved.accounts.map((account) => statementPath(buyerUserId, account.businessId))
          : [statementReads(buyerUserId)],
      ),
  )

  async function readMore(): Promise<void> {
    const goOn = fromLast()
    try {
      await more.run(null)
      toast.over(t('statement.moreFailed'))
      goOn()
    } catch (error) {
      toast.error(t('statement.moreFailed'), { description: forError(error), durationMs: LONG_TOAST_MS })
    }
  }

  return (
    <>
      <PrintNote days={`${from} – ${to}`} />
      <OfflineNote atMs={reading.keptAtMs} />
      <StatementHead
        statement={known}
        buyerUserId={buyerUserId}
        businessId={businessId}
        period={inOrder ? period : null}
      />
      <div className="grid grid-rows-[auto_auto_1fr] items-start gap-4 lg:grid-cols-[1fr_1.6fr]">
        <PeriodForm period={period} inOrder={inOrder} onChange={setPeriod} />
        {reading.value && <Arithmetic sums={reading.value.sums} />}
        {inOrder && !reading.value && !reading.error && <Skeleton className="h-64 rounded-card" />}
        <Card
          className="min-w-0 lg:col-start-2 lg:row-span-3 lg:row-start-1"
          title={t('statement.movements')}
          aside={
            reading.value && (
              <p className="text-small text-ink-soft">
                {/* The fields show a day as the browser's language writes it. */}
                {(period.from !== '' || period.to !== '') && <span className="block">{`${from} – ${to}`}</span>}
                <span>
                  {t('statement.movementCount', {
                    count: reading.value.sums.movements,
                    movements: format.integer(reading.value.sums.movements),
                  })}
                </span>
              </p>
            )
          }
        >
          {inOrder ? (
            <ReadingState reading={reading}>
              {({ lines }) =>
                lines.length === 0 ? (
                  <EmptyState title={t('statement.emptyTitle')}>{t('statement.emptyText')}</EmptyState>
                ) : (
                  <div className="flex flex-col gap-4">
                    <ol ref={list} className="divide-y divide-line" data-testid="movements">
                      {lines.map((line) => (
                        <MovementRow key={line.eventId} line={line} clock={period.clock} />
                      ))}
                    </ol>
                    {reading.more && <PrintPart>{t('print.latest', { count: lines.length })}</PrintPart>}
                    {reading.more && (
                      <Button
                        look="secondary"
                        className="self-center"
                        busy={more.running}
                        onClick={() => void readMore()}
                      >
                        {t('statement.more')}
                      </Button>
                    )}
                  </div>
                )
              }
            </ReadingState>
          ) : (
            <EmptyState title={t('statement.wrongOrder')}>{t('statement.wrongOrderText')}</EmptyState>
          )}
        </Card>
        <BalanceOfDay buyerUserId={buyerUserId} businessId={businessId} />
      </div>
    </>
  )
}
