import type { DailyFigures } from '#contracts/calls/figures.ts'
import { outlierLimit } from '#web/components/charts/outlier-limit.ts'
import { roundAxis, type Axis } from '#web/components/charts/round-axis.ts'
import { toTenths } from '#web/lib/words/format.ts'

/** Bars whose numbers are written beside them. */
const NAMED_MOST = 3
/** A tenth of a point. */
const LEAST_STEP = 1

export const SERIES = ['issuedPoints', 'redeemedPoints'] as const
export type Series = (typeof SERIES)[number]

export interface CutBar {
  index: number
  day: string
  series: Series
  tenths: number
}

/** All in tenths of a point. */
export interface PointsAxis {
  axis: Axis
  /** Bars higher than the axis, highest first. */
  cut: readonly CutBar[]
  /** The highest of them, which have a row each above the axis. */
  named: readonly CutBar[]
}

/** The axis ends at the highest value that is no outlier, or with `isFull` at the highest. */
export function pointsAxis({ days }: Pick<DailyFigures, 'days'>, isFull: boolean): PointsAxis {
  const bars = days.flatMap((day, index) =>
    SERIES.map((series): CutBar => ({ index, day: day.day, series, tenths: toTenths(day[series]) })),
  )
  const limit = (isFull ? undefined : outlierLimit(bars.map(({ tenths }) => tenths))) ?? Infinity
  const axis = roundAxis(
    Math.max(0, ...bars.map(({ tenths }) => tenths).filter((tenths) => tenths <= limit)),
    LEAST_STEP,
  )
  // A bar just over the limit may fit the rounded axis.
  const cut = bars.filter(({ tenths }) => tenths > axis.top).sort((one, other) => other.tenths - one.tenths)
  return { axis, cut, named: cut.slice(0, NAMED_MOST) }
}
