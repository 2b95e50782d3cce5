import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Skeleton } from '#web/components/feedback/skeleton.tsx'
import { Stars } from '#web/components/brand/stars.tsx'
import { useRating } from '#web/lib/calls/reviews.ts'
import { useFormat } from '#web/lib/words/use-format.ts'

/** Average to the half star (R116). */
export function RatingLine({ slug }: { slug: string }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const { value, error } = useRating(slug)
  if (value === undefined) return error ? null : <Skeleton className="h-6 w-44" />
  if (value.totalReviews === 0) return <p className="text-small text-ink-soft">{t('reviews.emptyTitle')}</p>
  return (
    <p className="flex flex-wrap items-center gap-x-2" data-testid="rating">
      <Stars rating={value.averageRating} />
      <span className="font-bold">{format.points(Math.round(value.averageRating * 10))}</span>
      <span className="text-ink-soft">
        {t('reviews.count', { count: value.totalReviews, reviews: format.integer(value.totalReviews) })}
      </span>
    </p>
  )
}
