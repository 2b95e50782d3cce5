import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DAY_MS, noonOf, yerevanDay } from '#contracts/units/time.ts'
import { Button } from '#web/components/inputs/button.tsx'
import { DayInput } from '#web/components/inputs/day-input.tsx'
import { Field } from '#web/components/inputs/field.tsx'

const beside = (day: string, days: number): string => yerevanDay(new Date(noonOf(day).getTime() + days * DAY_MS))

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const

const weekdayOf = (day: string): (typeof WEEKDAYS)[number] => WEEKDAYS[noonOf(day).getUTCDay()] ?? 'sunday'

/** Days up to today, one by one or by date. */
export function DayPicker({
  day,
  today,
  onDay,
}: {
  day: string
  today: string
  onDay: (day: string) => void
}): ReactNode {
  const { t } = useTranslation()
  const isToday = day === today
  return (
    <div className="flex items-end gap-1">
      <Button
        look="quiet"
        size="icon"
        className="mb-0.5"
        aria-label={t('dayReport.previous')}
        onClick={() => onDay(beside(day, -1))}
      >
        <ChevronLeft aria-hidden className="size-5" />
      </Button>
      <div className="w-48">
        <Field label={t('dayReport.day', { weekday: t(`dayReport.weekdays.${weekdayOf(day)}`) })}>
          {(ids) => (
            <DayInput
              {...ids}
              name="day"
              day={day}
              max={today}
              onDay={(next) => next !== '' && next <= today && onDay(next)}
            />
          )}
        </Field>
      </div>
      <Button
        look="quiet"
        size="icon"
        className="mb-0.5"
        aria-label={t('dayReport.next')}
        aria-disabled={isToday || undefined}
        onClick={isToday ? undefined : () => onDay(beside(day, 1))}
      >
        <ChevronRight aria-hidden className="size-5" />
      </Button>
    </div>
  )
}
