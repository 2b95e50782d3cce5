import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DAYS_MAX } from '#contracts/calls/figures.ts'
import { noonOf, yerevanDay } from '#contracts/units/time.ts'
import { DayInput } from '#web/components/inputs/day-input.tsx'
import { Field } from '#web/components/inputs/field.tsx'
import { SpanChoices } from '#web/components/inputs/span-choices.tsx'
import { daysIn, lastDays, type Span } from '#web/lib/calls/figures.ts'
import { useNow } from '#web/lib/device/use-now.ts'
import { monthOf } from '#web/lib/words/month-of.ts'

const LATEST = [7, 30, 90] as const

/** Undefined for readable days; a day not chosen yet is empty. */
export function wrongWith({ from, to }: Span): 'missing' | 'order' | 'tooMany' | undefined {
  if (from === '' || to === '') return 'missing'
  if (from > to) return 'order'
  return daysIn({ from, to }) > DAYS_MAX ? 'tooMany' : undefined
}

export function SpanForm({ span, onChange }: { span: Span; onChange: (span: Span) => void }): ReactNode {
  const { t } = useTranslation()
  const today = useNow(yerevanDay)
  const thisMonth = { from: monthOf(today, 0).from, to: today }
  const choices = [
    ...LATEST.map((count) => ({ name: t('figures.days', { count }), span: lastDays(count, noonOf(today)) })),
    { name: t('statement.thisMonth'), span: thisMonth },
    { name: t('statement.lastMonth'), span: monthOf(today, -1) },
  ]
  const wrong = wrongWith(span)
  return (
    <div className="flex flex-col gap-4 print:hidden">
      <SpanChoices label={t('figures.span')} choices={choices} span={span} onChoose={onChange} />
      <div className="grid max-w-xl gap-4 min-[26rem]:grid-cols-2">
        <Field label={t('statement.from')}>
          {(ids) => (
            <DayInput {...ids} name="from" day={span.from} max={today} onDay={(from) => onChange({ ...span, from })} />
          )}
        </Field>
        <Field
          label={t('statement.to')}
          error={
            wrong === 'order'
              ? t('statement.wrongOrder')
              : wrong === 'tooMany'
                ? t('figures.tooMany', { count: DAYS_MAX })
                : undefined
          }
        >
          {(ids) => <DayInput {...ids} name="to" day={span.to} max={today} onDay={(to) => onChange({ ...span, to })} />}
        </Field>
      </div>
    </div>
  )
}
