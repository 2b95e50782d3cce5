import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { DayTotals } from '#contracts/calls/day-report.ts'
import { Change } from '#web/components/charts/change.tsx'
import { useFormat } from '#web/lib/words/use-format.ts'
import { toTenths } from '#web/lib/words/format.ts'

export const TILES_GRID = 'grid gap-3 min-[22rem]:grid-cols-2 lg:grid-cols-4'

const TILES = [
  'turnoverAmd',
  'purchases',
  'averageAmd',
  'buyers',
  'newBuyers',
  'returningBuyers',
  'givenPoints',
  'usedPoints',
] as const

/** The day's totals, each with that of the same weekday before; the change is told once the day is over. */
export function DayTiles({
  totals,
  compared,
  isOver,
}: {
  totals: DayTotals
  compared: DayTotals
  isOver: boolean
}): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const shown = (name: (typeof TILES)[number], value: number | null): string => {
    if (value === null) return '–'
    if (name === 'turnoverAmd' || name === 'averageAmd') return format.amd(value)
    if (name === 'givenPoints' || name === 'usedPoints') return format.points(toTenths(value))
    return format.integer(value)
  }
  return (
    <dl data-testid="day-totals" className={TILES_GRID}>
      {TILES.map((name) => (
        <div
          key={name}
          className="flex min-w-0 flex-col gap-1 rounded-card border border-line bg-surface px-4 py-4 sm:px-5"
        >
          <dt className="text-small text-ink-soft sm:text-body">{t(`dayReport.totals.${name}`)}</dt>
          <dd className="text-lead font-bold sm:text-title">{shown(name, totals[name])}</dd>
          <dd className="flex flex-wrap items-center gap-x-2 text-small text-ink-soft">
            {isOver && <Change now={totals[name]} before={compared[name]} />}
            <span>{t('dayReport.before', { value: shown(name, compared[name]) })}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
