import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { noonOf, yerevanDay } from '#contracts/units/time.ts'
import { Card } from '#web/components/lists/card.tsx'
import { Field } from '#web/components/inputs/field.tsx'
import { DayInput } from '#web/components/inputs/day-input.tsx'
import { PrintPart } from '#web/components/lists/print-note.tsx'
import { ReadingState } from '#web/components/feedback/reading-state.tsx'
import { toTenths } from '#web/lib/words/format.ts'
import { useBalanceAsOf } from '#web/lib/calls/statement.ts'
import { useNow } from '#web/lib/device/use-now.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { MovementRow } from './movement-row.tsx'

/** End-of-day balance on both clocks, and why they differ. */
export function BalanceOfDay({ buyerUserId, businessId }: { buyerUserId: number; businessId: number }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const today = useNow(yerevanDay)
  const [day, setDay] = useState('')
  const reading = useBalanceAsOf(buyerUserId, businessId, day)
  return (
    <Card title={t('statement.asOf')} className={day === '' ? 'print:hidden' : undefined}>
      <div className="flex flex-col gap-4">
        <Field label={t('statement.asOfDay')}>
          {(ids) => <DayInput {...ids} name="day" day={day} max={today} onDay={setDay} />}
        </Field>
        {day !== '' && <PrintPart>{format.day(noonOf(day))}</PrintPart>}
        {day !== '' && (
          <ReadingState reading={reading}>
            {({ happened, recorded, recordedLater }) => (
              <div role="status" className="flex flex-col gap-3">
                <dl className="grid grid-cols-2 gap-4" data-testid="balance-as-of">
                  <Figure term={t('statement.asOfHappened')} points={format.points(toTenths(happened))} />
                  <Figure term={t('statement.asOfRecorded')} points={format.points(toTenths(recorded))} />
                </dl>
                <p className="text-small text-ink-soft">
                  {recordedLater.length === 0 ? t('statement.asOfSame') : t('statement.asOfDiffer')}
                </p>
                {recordedLater.length > 0 && (
                  <ol className="divide-y divide-line">
                    {recordedLater.map((line) => (
                      <MovementRow key={line.eventId} line={line} clock="happened" />
                    ))}
                  </ol>
                )}
              </div>
            )}
          </ReadingState>
        )}
      </div>
    </Card>
  )
}

function Figure({ term, points }: { term: string; points: string }): ReactNode {
  return (
    <div className="flex flex-col-reverse justify-end">
      <dt className="text-small text-ink-soft">{term}</dt>
      <dd className="text-title font-bold">{points}</dd>
    </div>
  )
}
