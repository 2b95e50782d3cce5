import { useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { classNames } from '#web/lib/device/class-names.ts'
import { halfStars } from '#web/lib/device/half-stars.ts'
import { useFormat } from '#web/lib/words/use-format.ts'

export const STAR_PATH = 'm12 2.6 2.9 5.9 6.5.95-4.7 4.6 1.1 6.5L12 17.5l-5.8 3.05 1.1-6.5-4.7-4.6 6.5-.95z'

/** R116. */
export function Stars({ rating, className = 'size-5' }: { rating: number; className?: string }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const half = useId()
  const shown = halfStars(rating)
  return (
    <span
      role="img"
      aria-label={t('reviews.stars', { rating: format.points(Math.round(shown * 10)) })}
      data-stars={shown}
      className="inline-flex gap-0.5"
    >
      {Array.from({ length: 5 }, (_, index) => {
        const filled = Math.min(1, Math.max(0, shown - index))
        return (
          <svg key={index} viewBox="0 0 24 24" aria-hidden className={classNames('block shrink-0', className)}>
            <clipPath id={`${half}${index}`}>
              <rect width={24 * filled} height="24" />
            </clipPath>
            <path d={STAR_PATH} className="fill-tuff-deep" />
            <path d={STAR_PATH} clipPath={`url(#${half}${index})`} className="fill-apricot" />
            <path d={STAR_PATH} fill="none" strokeWidth="1.2" className="stroke-apricot-text" />
          </svg>
        )
      })}
    </span>
  )
}
