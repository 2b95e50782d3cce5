import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { BusinessHistory, HistoryMarker } from '#contracts/calls/staff/time-travel.ts'
import { useFormat } from '#web/lib/words/use-format.ts'

const WIDTH = 1_000
const HEIGHT = 56
const MARK_HEIGHT = 12

/** Colours: gained points, lost points, anything else. */
function lookOf({ points }: HistoryMarker): string {
  if (points !== null) return points.startsWith('-') ? 'stroke-pomegranate' : 'stroke-leaf'
  return 'stroke-apricot'
}

/** The history's event counts in a hundred intervals, and single marks if they are few. */
export function HistoryMarks({ history }: { history: BusinessHistory }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const most = Math.max(1, ...history.buckets)
  const first = Date.parse(history.first ?? '')
  const spanMs = Math.max(1, Date.parse(history.last ?? '') - first)
  const room = HEIGHT - MARK_HEIGHT - 2
  const areMarksShown = history.next === null
  return (
    <>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('travel.marks', { count: history.total, events: format.integer(history.total) })}
        data-testid="history-marks"
        className="block h-14 w-full px-2"
      >
        {history.buckets.map((count, bucket) => {
          const height = count === 0 ? 0 : Math.max(3, (room * count) / most)
          return (
            <rect
              key={bucket}
              x={bucket * 10 + 1}
              y={room - height}
              width={8}
              height={height}
              className="fill-line-strong"
            />
          )
        })}
        {areMarksShown &&
          history.events.map((event) => {
            const x = Math.min(WIDTH - 1, Math.max(1, ((Date.parse(event.at) - first) / spanMs) * WIDTH))
            return (
              <line
                key={event.position}
                x1={x}
                x2={x}
                y1={HEIGHT - MARK_HEIGHT}
                y2={HEIGHT}
                strokeWidth={2}
                className={lookOf(event)}
              />
            )
          })}
      </svg>
      <ul data-testid="history-legend" className="flex flex-wrap gap-x-4 gap-y-1 px-2 text-small text-ink-soft">
        {(['events', ...(areMarksShown ? MARKS : [])] as const).map((name) => (
          <li key={name} className="flex items-center gap-1.5">
            <span aria-hidden className={LEGEND[name]} />
            <span>{t(`travel.legend.${name}`)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

const MARKS = ['gained', 'lost', 'other'] as const
const LEGEND = {
  events: 'h-3 w-2 bg-line-strong',
  gained: 'h-3 w-0.5 bg-leaf',
  lost: 'h-3 w-0.5 bg-pomegranate',
  other: 'h-3 w-0.5 bg-apricot',
}
