import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Bar } from '#web/components/charts/bar.tsx'
import { ChartFrame } from '#web/components/charts/chart-frame.tsx'
import { ChartKey } from '#web/components/charts/chart-key.tsx'
import { roundAxis } from '#web/components/charts/round-axis.ts'
import { useCursor } from '#web/components/charts/use-cursor.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import type { Hour } from './busy-hours.ts'

/** Hours on the axis of a phone. */
const LABELS_MAX = 8
const LEAST_STEP_AMD = 100

const clock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

/**
 * Turnover per hour, as bars before the outline of the week before. The numbers of the chosen hour are below. `hours`:
 * at least one.
 */
export function HoursChart({ hours }: { hours: readonly Hour[] }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const busiest = hours.reduce((most, each) => (each.turnoverAmd > most.turnoverAmd ? each : most), hours[0]!)
  const cursor = useCursor(busiest.hour)
  const axis = roundAxis(
    Math.max(...hours.flatMap(({ turnoverAmd, comparedAmd }) => [turnoverAmd, comparedAmd])),
    LEAST_STEP_AMD,
  )
  const every = Math.ceil(hours.length / LABELS_MAX)
  const wordsOf = (wanted: number): string => {
    const shown = hours.find(({ hour }) => hour === wanted) ?? busiest
    return t('dayReport.hourWords', {
      from: clock(shown.hour),
      to: clock(shown.hour + 1),
      amount: format.amd(shown.turnoverAmd),
      purchases: t('dayReport.purchases', { count: shown.purchases, number: format.integer(shown.purchases) }),
      before: format.amd(shown.comparedAmd),
    })
  }
  return (
    <figure>
      <ChartFrame
        axis={axis}
        format={format.integer}
        columns={hours.length}
        first={hours[0]!.hour}
        cursor={cursor}
        name={t('dayReport.hour')}
        wordsOf={wordsOf}
        labels={hours.flatMap(({ hour }, index) =>
          index % every === 0 ? [{ index, text: String(hour), isWideOnly: false }] : [],
        )}
      >
        {hours.map((hour, index) => (
          <HourBars key={hour.hour} hour={hour} top={axis.top} left={index / hours.length} width={1 / hours.length} />
        ))}
      </ChartFrame>
      <p data-testid="chosen-hour" aria-hidden className="mt-3 min-h-[3.1em] sm:min-h-0 print:hidden">
        {wordsOf(cursor.shown)}
      </p>
      <figcaption className="mt-2 flex flex-wrap gap-x-6 gap-y-1 text-small">
        <ChartKey className="bg-pomegranate">{t('dayReport.thisDay')}</ChartKey>
        <ChartKey className="border-2 border-line-strong">{t('dayReport.weekBefore')}</ChartKey>
      </figcaption>
    </figure>
  )
}

function HourBars({
  hour: { turnoverAmd, comparedAmd },
  top,
  left,
  width,
}: {
  hour: Hour
  top: number
  left: number
  width: number
}): ReactNode {
  return (
    <>
      <Bar left={left + width * 0.24} width={width * 0.52} height={turnoverAmd / top} className="fill-pomegranate" />
      <Bar
        left={left + width * 0.14}
        width={width * 0.72}
        height={comparedAmd / top}
        outline
        className="fill-transparent stroke-line-strong"
      />
    </>
  )
}
