import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { classNames } from '#web/lib/device/class-names.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import type { Hour } from './busy-hours.ts'
import { topOfAxis } from './top-of-axis.ts'

const [COLUMN, HEIGHT] = [10, 100]
/** Hours on the axis of a phone. */
const LABELS_MAX = 8

const clock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

/**
 * Turnover per hour, as bars before the outline of the week before. A transparent slider over the bars chooses an hour
 * by touch, mouse or arrow keys; its numbers are below. `hours`: at least one.
 */
export function HoursChart({ hours }: { hours: readonly Hour[] }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const busiest = hours.reduce((most, each) => (each.turnoverAmd > most.turnoverAmd ? each : most), hours[0]!)
  const [chosen, setChosen] = useState(busiest.hour)
  const shown = hours.find(({ hour }) => hour === chosen) ?? busiest
  const top = topOfAxis(Math.max(...hours.flatMap(({ turnoverAmd, comparedAmd }) => [turnoverAmd, comparedAmd])))
  const words = t('dayReport.hourWords', {
    from: clock(shown.hour),
    to: clock(shown.hour + 1),
    amount: format.amd(shown.turnoverAmd),
    purchases: t('dayReport.purchases', { count: shown.purchases, number: format.integer(shown.purchases) }),
    before: format.amd(shown.comparedAmd),
  })
  return (
    <figure>
      <div className="flex gap-2">
        <div aria-hidden className="flex h-52 shrink-0 flex-col justify-between text-right text-small text-ink-soft">
          {[top, top / 2, 0].map((value) => (
            <span key={value} className="-my-[0.6em] whitespace-nowrap">
              {format.integer(value)}
            </span>
          ))}
        </div>
        <div className="relative min-w-0 grow">
          <Bars hours={hours} top={top} chosen={shown.hour} />
          <input
            type="range"
            min={hours[0]!.hour}
            max={hours.at(-1)!.hour}
            value={shown.hour}
            onChange={(event) => setChosen(Number(event.target.value))}
            aria-label={t('dayReport.hour')}
            aria-valuetext={words}
            className="peer absolute inset-0 m-0 h-full w-full cursor-pointer opacity-0 print:hidden"
          />
          <span
            aria-hidden
            className="pointer-events-none absolute -inset-1 rounded-small peer-focus-visible:outline-3 peer-focus-visible:outline-pomegranate-text print:hidden"
          />
        </div>
      </div>
      <HourLabels hours={hours} wide={format.integer(top)} />
      <p data-testid="chosen-hour" aria-hidden className="mt-3 min-h-[3.1em] sm:min-h-0 print:hidden">
        {words}
      </p>
      <figcaption className="mt-2 flex flex-wrap gap-x-6 gap-y-1 text-small">
        <Key className="bg-pomegranate">{t('dayReport.thisDay')}</Key>
        <Key className="border-2 border-line-strong">{t('dayReport.weekBefore')}</Key>
      </figcaption>
    </figure>
  )
}

/** SVG attributes, because the page forbids inline styles. */
function Bars({ hours, top, chosen }: { hours: readonly Hour[]; top: number; chosen: number }): ReactNode {
  const height = (amd: number): number => (amd / top) * HEIGHT
  return (
    <svg
      viewBox={`0 0 ${hours.length * COLUMN} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden
      className="block h-52 w-full border-b border-line-strong [print-color-adjust:exact]"
    >
      {[0, HEIGHT / 2].map((y) => (
        <line
          key={y}
          x1="0"
          x2={hours.length * COLUMN}
          y1={y}
          y2={y}
          vectorEffect="non-scaling-stroke"
          strokeDasharray="4 4"
          className="stroke-line"
        />
      ))}
      {hours.map(({ hour, turnoverAmd, comparedAmd }, index) => (
        <g key={hour}>
          <rect
            x={index * COLUMN}
            y="0"
            width={COLUMN}
            height={HEIGHT}
            className={hour === chosen ? 'fill-tuff-deep print:fill-transparent' : 'fill-transparent'}
          />
          <rect
            x={index * COLUMN + 2.4}
            y={HEIGHT - height(turnoverAmd)}
            width={COLUMN - 4.8}
            height={height(turnoverAmd)}
            className="fill-pomegranate"
          />
          <rect
            x={index * COLUMN + 1.4}
            y={HEIGHT - height(comparedAmd)}
            width={COLUMN - 2.8}
            height={height(comparedAmd)}
            vectorEffect="non-scaling-stroke"
            strokeWidth="2"
            className="fill-transparent stroke-line-strong"
          />
        </g>
      ))}
    </svg>
  )
}

/** `wide`: a text as wide as the amounts beside the bars, so that hours stand below their bars. */
function HourLabels({ hours, wide }: { hours: readonly Hour[]; wide: string }): ReactNode {
  const every = Math.ceil(hours.length / LABELS_MAX)
  return (
    <div aria-hidden className="flex gap-2 pt-1 text-small text-ink-soft">
      <span className="invisible h-0 whitespace-nowrap">{wide}</span>
      <div className="grid min-w-0 grow auto-cols-fr grid-flow-col">
        {hours.map(({ hour }, index) => (
          <span key={hour} className="relative h-5">
            <span className="absolute left-1/2 -translate-x-1/2">{index % every === 0 ? hour : ''}</span>
          </span>
        ))}
      </div>
    </div>
  )
}

function Key({ className, children }: { className: string; children: ReactNode }): ReactNode {
  return (
    <span className="flex items-center gap-2">
      <span
        aria-hidden
        className={classNames('size-3 forced-color-adjust-none [print-color-adjust:exact] rounded-small', className)}
      />
      {children}
    </span>
  )
}
