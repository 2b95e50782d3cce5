import type { ReactNode } from 'react'
import { outlierLimit } from '#web/components/charts/outlier-limit.ts'
import { percent } from '#web/components/charts/bar.tsx'

const POINTS_MAX = 45
const HEIGHT = 100

/** Means of equal parts, so that a year does not become noise on a tile. */
export function thinned(values: readonly number[], most: number): number[] {
  const size = Math.ceil(values.length / most)
  return Array.from({ length: Math.ceil(values.length / size) }, (_, part) => {
    const some = values.slice(part * size, (part + 1) * size)
    return some.reduce((sum, value) => sum + value, 0) / some.length
  })
}

/**
 * The shape of a period, without numbers. An outlier leaves it at the top. `className`: has the colour of its text.
 */
export function TrendLine({ values, className }: { values: readonly number[]; className: string }): ReactNode {
  const points = thinned(values, POINTS_MAX)
  if (points.length < 2) return <div aria-hidden className="h-10" />
  const limit = outlierLimit(points) ?? Infinity
  const top = Math.max(...points.filter((point) => point <= limit), 0) || 1
  const y = (point: number): number => HEIGHT - (Math.max(0, point) / top) * HEIGHT
  const line = points.map((point, index) => `${index} ${y(point)}`).join(' ')
  return (
    <svg aria-hidden className={`block h-10 w-full overflow-visible [print-color-adjust:exact] ${className}`}>
      <svg viewBox={`0 0 ${points.length - 1} ${HEIGHT}`} preserveAspectRatio="none" width="100%" height="100%">
        <polygon points={`0 ${HEIGHT} ${line} ${points.length - 1} ${HEIGHT}`} className="fill-current opacity-15" />
        <polyline
          points={line}
          vectorEffect="non-scaling-stroke"
          strokeWidth="2"
          strokeLinejoin="round"
          className="fill-transparent stroke-current"
        />
      </svg>
      <circle cx="100%" cy={percent(Math.max(0, y(points.at(-1)!)) / HEIGHT)} r="3.5" className="fill-current" />
    </svg>
  )
}
