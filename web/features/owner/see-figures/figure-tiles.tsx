import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { DailyFigures } from '#contracts/calls/figures.ts'
import { noonOf } from '#contracts/units/time.ts'
import { Change } from '#web/components/charts/change.tsx'
import { toTenths } from '#web/lib/words/format.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { TrendLine } from './trend-line.tsx'

type Days = DailyFigures['days']
type Name = (typeof TILES)[number]

export const TILES = ['issuedPoints', 'redeemedPoints', 'awards', 'redemptions'] as const
export const TILES_GRID = 'grid grid-cols-2 gap-3 lg:grid-cols-4'

const isPoints = (name: Name): boolean => name === 'issuedPoints' || name === 'redeemedPoints'
/** Points in tenths, because sums of decimals are inexact. */
const valuesOf = (days: Days, name: Name): number[] =>
  days.map((day) => (isPoints(name) ? toTenths(day[name]) : day[name]))
const sumOf = (days: Days, name: Name): number => valuesOf(days, name).reduce((sum, value) => sum + value, 0)

/** Sums of the period, each with its days as a line. `before`: the days before it; undefined if unknown. */
export function FigureTiles({
  figures: { days },
  before,
  isOver,
}: {
  figures: DailyFigures
  before: DailyFigures | undefined
  isOver: boolean
}): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const shown = (name: Name, value: number): string => (isPoints(name) ? format.points(value) : format.integer(value))
  const day = (text: string): string => format.day(noonOf(text))
  return (
    <div className="flex flex-col gap-3">
      <p className="text-small text-ink-soft">
        {before && (
          <span>{`${t('figures.compared', { count: before.days.length, from: day(before.from), to: day(before.to) })} `}</span>
        )}
        {!isOver && <span>{t('figures.notOver')}</span>}
      </p>
      <dl data-testid="figure-tiles" className={TILES_GRID}>
        {TILES.map((name) => (
          <div
            key={name}
            className="flex min-w-0 flex-col gap-1 rounded-card border border-line bg-surface p-4 sm:px-5"
          >
            <dt className="text-small text-ink-soft sm:text-body">{t(`figures.tiles.${name}`)}</dt>
            <dd className="text-lead font-bold sm:text-title">{shown(name, sumOf(days, name))}</dd>
            {before && (
              <dd className="flex flex-wrap items-center gap-x-2 text-small text-ink-soft">
                <Change now={sumOf(days, name)} before={sumOf(before.days, name)} />
                <span>{t('figures.before', { value: shown(name, sumOf(before.days, name)) })}</span>
              </dd>
            )}
            <dd aria-hidden className="mt-auto pt-2 pr-1">
              <TrendLine
                values={valuesOf(days, name)}
                className={name === 'issuedPoints' || name === 'awards' ? 'text-leaf' : 'text-pomegranate'}
              />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
