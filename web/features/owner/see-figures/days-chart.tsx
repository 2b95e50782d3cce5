import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { DailyFigures } from '#contracts/calls/figures.ts'
import { noonOf } from '#contracts/units/time.ts'
import { eventsPage } from '#web/lib/calls/figures.ts'
import { toTenths } from '#web/lib/words/format.ts'
import { useFormat } from '#web/lib/words/use-format.ts'

const [WIDTH, HEIGHT] = [720, 180]
const MOVED = ['PointsAwarded', 'AwardVoided', 'AwardCorrected', 'PerkRedeemed', 'PointsRefunded'] as const

/** Drawn by hand, because the page forbids inline styles. */
export function DaysChart({ figures: { days } }: { figures: DailyFigures }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const most = Math.max(1, ...days.flatMap(({ issuedPoints, redeemedPoints }) => [issuedPoints, redeemedPoints]))
  const step = WIDTH / days.length
  const bar = Math.max(1.5, Math.min(18, step * 0.34))
  const height = (points: number): number => (Math.max(0, points) / most) * HEIGHT
  const ends = [days[0], days[Math.floor(days.length / 2)], days.at(-1)].flatMap((each) =>
    each ? [format.day(noonOf(each.day))] : [],
  )
  return (
    <figure>
      <p aria-hidden className="border-b border-dashed border-line pb-1 text-small text-ink-soft">
        {format.points(toTenths(most))}
      </p>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="group"
        aria-label={t('figures.chart')}
        className="block h-44 w-full border-b border-line-strong"
      >
        {days.map(({ day, issuedPoints, redeemedPoints }, index) => {
          const middle = index * step + step / 2
          const words = t('figures.dayWords', {
            day: format.day(noonOf(day)),
            issued: format.points(toTenths(issuedPoints)),
            redeemed: format.points(toTenths(redeemedPoints)),
          })
          return (
            <Link key={day} to={eventsPage({ day, types: MOVED })} aria-label={words} className="group">
              <title>{words}</title>
              <rect
                x={index * step}
                y="0"
                width={step}
                height={HEIGHT}
                className="fill-transparent group-hover:fill-tuff-deep group-focus-visible:fill-tuff-deep"
              />
              <rect
                x={middle - bar}
                y={HEIGHT - height(issuedPoints)}
                width={bar}
                height={height(issuedPoints)}
                className="fill-leaf"
              />
              <rect
                x={middle}
                y={HEIGHT - height(redeemedPoints)}
                width={bar}
                height={height(redeemedPoints)}
                className="fill-pomegranate"
              />
            </Link>
          )
        })}
      </svg>
      <p aria-hidden className="flex justify-between gap-2 pt-1 text-small text-ink-soft">
        {ends.map((day, place) => (
          // Three dates do not fit a phone.
          <span key={day} className={place === 1 ? 'hidden sm:inline' : 'last:text-right'}>
            {day}
          </span>
        ))}
      </p>
      <figcaption className="mt-2 flex flex-wrap gap-x-6 gap-y-1 text-small">
        <Key className="bg-leaf">{t('figures.issued')}</Key>
        <Key className="bg-pomegranate">{t('figures.redeemed')}</Key>
      </figcaption>
    </figure>
  )
}

function Key({ className, children }: { className: string; children: ReactNode }): ReactNode {
  return (
    <span className="flex items-center gap-2">
      <span
        aria-hidden
        className={`size-3 forced-color-adjust-none [print-color-adjust:exact] rounded-small ${className}`}
      />
      {children}
    </span>
  )
}
