import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { DailyFigures } from '#contracts/calls/figures.ts'
import { noonOf } from '#contracts/units/time.ts'
import { Bar, percent } from '#web/components/charts/bar.tsx'
import { ChartFrame, heightInRow, type Headroom } from '#web/components/charts/chart-frame.tsx'
import { ChartKey } from '#web/components/charts/chart-key.tsx'
import { useCursor } from '#web/components/charts/use-cursor.ts'
import { Button } from '#web/components/inputs/button.tsx'
import { eventsPage } from '#web/lib/calls/figures.ts'
import { useLanguage } from '#web/lib/words/i18n.ts'
import { toTenths } from '#web/lib/words/format.ts'
import { shortDay } from '#web/lib/words/short-day.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { pointsAxis, SERIES, type CutBar, type PointsAxis, type Series } from './cut-bars.ts'
import { labelledDays } from './labelled-days.ts'
import { sideOfNumber } from './side-of-number.ts'

const MOVED = ['PointsAwarded', 'AwardVoided', 'AwardCorrected', 'PerkRedeemed', 'PointsRefunded'] as const
const LOOK: Record<Series, string> = { issuedPoints: 'fill-leaf', redeemedPoints: 'fill-pomegranate' }
/** Share of a column on either side of its two bars. */
const GAP = 0.16
/** More days have no room for two bars side by side. */
const SLIM_DAYS = 100

type Day = DailyFigures['days'][number]

/** Points per day, with a cursor and a link to the chosen day's events. Outliers are cut unless asked for. */
export function DaysChart({ figures: { days } }: { figures: DailyFigures }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const format = useFormat()
  const [isFull, setFull] = useState(false)
  const latest = days.findLastIndex(({ awards, redemptions }) => awards + redemptions > 0)
  const cursor = useCursor(latest === -1 ? days.length - 1 : latest)
  const shown = pointsAxis({ days }, isFull)
  const canCut = isFull ? pointsAxis({ days }, false).cut.length > 0 : shown.cut.length > 0
  const numbersOf = (index: number): { moved: string; counts: string } => {
    const { day, issuedPoints, redeemedPoints, awards, redemptions } = days[index]!
    return {
      moved: t('figures.dayWords', {
        day: format.day(noonOf(day)),
        issued: format.points(toTenths(issuedPoints)),
        redeemed: format.points(toTenths(redeemedPoints)),
      }),
      counts: t('figures.dayCounts', {
        awards: t('figures.awardCount', { count: awards, number: format.integer(awards) }),
        redemptions: t('figures.redemptionCount', { count: redemptions, number: format.integer(redemptions) }),
      }),
    }
  }
  const wordsOf = (index: number): string => Object.values(numbersOf(index)).join('. ')
  return (
    <figure>
      <ChosenDay day={days[cursor.shown]!.day} {...numbersOf(cursor.shown)} />
      <ChartFrame
        axis={shown.axis}
        format={format.points}
        columns={days.length}
        cursor={cursor}
        name={t('figures.day')}
        wordsOf={wordsOf}
        labels={labelledDays(days).map(({ day, ...label }) => ({ ...label, text: shortDay(day, language) }))}
        room={shown.named.length as Headroom}
      >
        {days.map((day, index) => (
          <DayBars key={day.day} day={day} index={index} shown={shown} columns={days.length} />
        ))}
        {shown.cut.map((bar) => (
          <CutMark key={`${bar.index} ${bar.series}`} bar={bar} columns={days.length} shown={shown} />
        ))}
      </ChartFrame>
      <figcaption className="mt-2 flex flex-wrap gap-x-6 gap-y-1 text-small">
        <ChartKey className="bg-leaf">{t('figures.issued')}</ChartKey>
        <ChartKey className="bg-pomegranate">{t('figures.redeemed')}</ChartKey>
      </figcaption>
      {canCut && (
        <div className="mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-field bg-tuff px-4 py-3">
          <p data-testid="cut-bars" className="min-w-56 flex-1 text-small">
            {isFull ? <span>{t('figures.fullText')}</span> : <CutWords shown={shown} />}
          </p>
          <Button look="secondary" aria-pressed={isFull} className="print:hidden" onClick={() => setFull(!isFull)}>
            {t('figures.fullScale')}
          </Button>
        </div>
      )}
    </figure>
  )
}

/** Above the plot, where no finger covers it. */
function ChosenDay({ day, moved, counts }: { day: string; moved: string; counts: string }): ReactNode {
  return (
    <p data-testid="chosen-day" className="mb-4 flex min-h-22 flex-col content-start sm:min-h-0 print:hidden">
      <Link
        to={eventsPage({ day, types: MOVED })}
        className="self-start py-1 font-semibold underline decoration-line-strong underline-offset-4"
      >
        {moved}
      </Link>
      <span className="text-small text-ink-soft">{counts}</span>
    </p>
  )
}

/** Left edge and width of a bar, as shares of the plot. Of many days both bars take the whole column. */
function placeOf(
  { index, series }: { index: number; series: Series },
  columns: number,
): { left: number; width: number } {
  if (columns > SLIM_DAYS) return { left: index / columns, width: 1 / columns }
  return { left: (index + (series === 'issuedPoints' ? GAP : 0.5)) / columns, width: (0.5 - GAP) / columns }
}

/** The lower bar of a day is in front. */
function DayBars({
  day,
  index,
  shown,
  columns,
}: {
  day: Day
  index: number
  shown: PointsAxis
  columns: number
}): ReactNode {
  return SERIES.map((series) => ({ index, series, tenths: toTenths(day[series]) }))
    .sort((one, other) => other.tenths - one.tenths)
    .map((bar) => (
      <Bar key={bar.series} {...placeOf(bar, columns)} height={heightOf(bar, shown)} className={LOOK[bar.series]} />
    ))
}

/** The highest bar ends in the top row above the axis; bars without a number end in the lowest. */
function heightOf(bar: Omit<CutBar, 'day'>, { axis, named }: PointsAxis): number {
  if (bar.tenths <= axis.top) return bar.tenths / axis.top
  const place = named.findIndex(({ index, series }) => index === bar.index && series === bar.series)
  return heightInRow(place === -1 ? 0 : named.length - 1 - place, named.length as Headroom)
}

/** A slanted gap through the bar where the axis ends, and its number beside the end of the highest ones. */
function CutMark({ bar, columns, shown }: { bar: CutBar; columns: number; shown: PointsAxis }): ReactNode {
  const format = useFormat()
  const { left, width } = placeOf(bar, columns)
  const higher = shown.named.slice(0, shown.named.indexOf(bar)).map((other) => placeOf(other, columns).left)
  const side = sideOfNumber(left, higher)
  return (
    <svg x={percent(left + width / 2)} className="overflow-visible forced-color-adjust-none">
      <path d="M-12 1 L12 -6" strokeWidth="3" className="stroke-surface" />
      {shown.named.includes(bar) && (
        <text
          data-testid="cut-number"
          x={side * 12}
          y={percent(1 - heightOf(bar, shown))}
          dy="0.6em"
          textAnchor={side > 0 ? 'start' : 'end'}
          strokeWidth="4"
          className="fill-ink stroke-surface text-small font-semibold [paint-order:stroke]"
        >
          {format.points(bar.tenths)}
        </text>
      )}
    </svg>
  )
}

/** Where the axis ends, and the numbers of the bars that are cut. */
function CutWords({ shown: { axis, cut, named } }: { shown: PointsAxis }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const bars = named.map(({ day, series, tenths }) =>
    t(series === 'issuedPoints' ? 'figures.cutIssued' : 'figures.cutRedeemed', {
      day: format.day(noonOf(day)),
      points: format.points(tenths),
    }),
  )
  const rest = cut.length - named.length
  if (rest > 0) bars.push(t('figures.cutMore', { count: rest }))
  return <span>{t('figures.cutText', { top: format.points(axis.top), bars: bars.join('; ') })}</span>
}
