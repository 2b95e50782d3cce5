import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { yerevanDay } from '#contracts/units/time.ts'
import { Card } from '#web/components/lists/card.tsx'
import { Field } from '#web/components/inputs/field.tsx'
import { DayInput } from '#web/components/inputs/day-input.tsx'
import { SpanChoices } from '#web/components/inputs/span-choices.tsx'
import type { Period } from '#web/lib/calls/statement.ts'
import { useNow } from '#web/lib/device/use-now.ts'
import { monthOf } from '#web/lib/words/month-of.ts'

export function PeriodForm({
  period,
  inOrder,
  onChange,
}: {
  period: Period
  inOrder: boolean
  onChange: (period: Period) => void
}): ReactNode {
  const { t } = useTranslation()
  const today = useNow(yerevanDay)
  const choices = [
    { name: t('statement.allTime'), span: { from: '', to: '' } },
    { name: t('statement.thisMonth'), span: monthOf(today, 0) },
    { name: t('statement.lastMonth'), span: monthOf(today, -1) },
  ]
  return (
    <Card title={t('statement.filter')} className="print:hidden">
      <div className="flex flex-col gap-4">
        <SpanChoices
          label={t('statement.filter')}
          choices={choices}
          span={period}
          onChoose={(span) => onChange({ ...period, ...span })}
        />
        <div className="grid gap-4 min-[26rem]:grid-cols-2">
          <Field label={t('statement.from')}>
            {(ids) => (
              <DayInput
                {...ids}
                name="from"
                day={period.from}
                max={today}
                onDay={(from) => onChange({ ...period, from })}
              />
            )}
          </Field>
          <Field label={t('statement.to')} error={inOrder ? undefined : t('statement.wrongOrder')}>
            {(ids) => (
              <DayInput {...ids} name="to" day={period.to} max={today} onDay={(to) => onChange({ ...period, to })} />
            )}
          </Field>
        </div>
        <fieldset>
          <legend className="mb-1 font-semibold">{t('statement.clock')}</legend>
          <div className="flex flex-wrap gap-x-6">
            {(['recorded', 'happened'] as const).map((clock) => (
              <label key={clock} className="flex min-h-11 cursor-pointer items-center gap-2.5">
                <input
                  type="radio"
                  name="clock"
                  value={clock}
                  checked={period.clock === clock}
                  className="size-5 accent-pomegranate"
                  onChange={() => onChange({ ...period, clock })}
                />
                <span>{t(`statement.${clock}`)}</span>
              </label>
            ))}
          </div>
          <p className="text-small text-ink-soft">{t('statement.clockHint')}</p>
        </fieldset>
      </div>
    </Card>
  )
}
