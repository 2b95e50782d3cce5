import { useRef, type PointerEvent, type ReactNode } from 'react'
import { percent } from './bar.tsx'
import { columnAt } from './column-at.ts'
import type { Axis } from './round-axis.ts'
import type { Cursor } from './use-cursor.ts'

/** The plot is 15rem high; above the axis each row takes 1rem, and 0.5rem more. */
const HEIGHTS = ['h-60', 'h-54', 'h-50', 'h-46'] as const
const ROOM = [0, 1.5 / 15, 2.5 / 15, 3.5 / 15] as const

/** With more columns, one is too narrow for its background to be seen. */
const WIDE_COLUMNS = 60

export type Headroom = 0 | 1 | 2 | 3

/** Height of a bar that ends in a row above the axis, as a share of the axis. `row`: 0 is the lowest. */
export const heightInRow = (row: number, room: Headroom): number => 1 + (0.75 + row) / (15 * (1 - ROOM[room]))

export interface ColumnLabel {
  /** Position of the column. */
  index: number
  text: string
  /** Left out on a phone. */
  isWideOnly: boolean
}

interface ChartFrameProps {
  axis: Axis
  /** A tick in the language's form. */
  format: (tick: number) => string
  columns: number
  /** The cursor's value at the first column. */
  first?: number
  cursor: Cursor
  /** Name of the cursor. */
  name: string
  /** The numbers of a column in words. */
  wordsOf: (value: number) => string
  labels: readonly ColumnLabel[]
  /** Rows above the axis for bars that are cut. */
  room?: Headroom
  /** SVG; lengths in percent are shares of the plot. */
  children: ReactNode
}

/**
 * A plot with both axes and a cursor, which a press, a drag or the arrow keys move. The cursor is a transparent slider;
 * pointers bypass it, because its ends lie half a thumb inside the plot. SVG attributes, because the page forbids
 * inline styles.
 */
export function ChartFrame({
  axis,
  format,
  columns,
  first = 0,
  cursor,
  name,
  wordsOf,
  labels,
  room = 0,
  children,
}: ChartFrameProps): ReactNode {
  const slider = useRef<HTMLInputElement>(null)
  function valueAt({ currentTarget, clientX }: PointerEvent<HTMLElement>): number {
    const { left, width } = currentTarget.getBoundingClientRect()
    return first + columnAt((clientX - left) / width, columns)
  }
  function press(event: PointerEvent<HTMLElement>): void {
    if (event.button !== 0) return
    cursor.choose(valueAt(event))
    slider.current?.focus({ preventScroll: true })
  }
  function move(event: PointerEvent<HTMLElement>): void {
    const value = valueAt(event)
    if (event.buttons > 0) cursor.choose(value)
    cursor.point(event.pointerType === 'mouse' ? value : undefined)
  }
  return (
    <div className="flex items-end gap-2 pt-2 pb-6">
      <div
        aria-hidden
        className={`flex shrink-0 flex-col-reverse justify-between text-right text-small text-ink-soft ${HEIGHTS[room]}`}
      >
        {axis.ticks.map((tick) => (
          <span key={tick} className="-my-[0.725em] whitespace-nowrap">
            {format(tick)}
          </span>
        ))}
      </div>
      <div
        role="presentation"
        data-testid="plot"
        onPointerDown={press}
        onPointerMove={move}
        onPointerLeave={() => cursor.point(undefined)}
        // Keeps the focus on the slider.
        onMouseDown={(event) => event.preventDefault()}
        className="relative h-60 min-w-0 grow cursor-pointer touch-pan-y select-none"
      >
        <svg aria-hidden className="block size-full overflow-visible [print-color-adjust:exact]">
          <svg y={percent(ROOM[room])} height={percent(1 - ROOM[room])} className="overflow-visible">
            <Grid axis={axis} />
            <Lit columns={columns} index={cursor.shown - first} />
            {children}
            <line x1="0" x2="100%" y1="100%" y2="100%" className="stroke-line-strong" />
          </svg>
          <Labels columns={columns} labels={labels} />
        </svg>
        <input
          ref={slider}
          type="range"
          min={first}
          max={first + columns - 1}
          value={cursor.chosen}
          onChange={(event) => cursor.choose(Number(event.target.value))}
          aria-label={name}
          aria-valuetext={wordsOf(cursor.chosen)}
          className="peer pointer-events-none absolute inset-0 m-0 size-full opacity-0 print:hidden"
        />
        <span
          aria-hidden
          className="pointer-events-none absolute -inset-1 rounded-small peer-focus-visible:outline-3 peer-focus-visible:outline-pomegranate-text print:hidden"
        />
      </div>
    </div>
  )
}

function Grid({ axis }: { axis: Axis }): ReactNode {
  return axis.ticks
    .slice(1)
    .map((tick) => (
      <line
        key={tick}
        x1="0"
        x2="100%"
        y1={percent(1 - tick / axis.top)}
        y2={percent(1 - tick / axis.top)}
        strokeDasharray="4 4"
        className="stroke-line"
      />
    ))
}

function Lit({ columns, index }: { columns: number; index: number }): ReactNode {
  const middle = percent((index + 0.5) / columns)
  return columns > WIDE_COLUMNS ? (
    <line x1={middle} x2={middle} y1="0" y2="100%" className="stroke-line-strong print:hidden" />
  ) : (
    <rect
      x={percent(index / columns)}
      y="0"
      width={percent(1 / columns)}
      height="100%"
      className="fill-tuff-deep print:hidden"
    />
  )
}

function Labels({ columns, labels }: { columns: number; labels: readonly ColumnLabel[] }): ReactNode {
  return labels.map(({ index, text, isWideOnly }) => (
    <text
      key={index}
      x={percent((index + 0.5) / columns)}
      y="100%"
      dy="1.5em"
      textAnchor="middle"
      className={`fill-ink-soft text-small ${isWideOnly ? 'max-sm:hidden' : ''}`}
    >
      {text}
    </text>
  ))
}
