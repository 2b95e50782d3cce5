import type { ReactNode, Ref } from 'react'
import { useTranslation } from 'react-i18next'
import type { Review } from '#contracts/calls/reviews.ts'
import { Badge } from '#web/components/lists/badge.tsx'
import { Button } from '#web/components/inputs/button.tsx'
import { Stars } from '#web/components/brand/stars.tsx'
import { Written } from '#web/components/brand/written.tsx'
import { useFormat } from '#web/lib/words/use-format.ts'

export interface ReviewRowProps {
  review: Review
  /** Own review only, like the next two. */
  editButton: Ref<HTMLButtonElement>
  onEdit?: () => void
  onDelete?: () => void
}

/** The first name only (R121); its author can change it (R119). */
export function ReviewRow({ review, editButton, onEdit, onDelete }: ReviewRowProps): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const { rating, comment, createdAt, updatedAt, buyer, own, boughtHere } = review
  const [written, edited] = [format.day(new Date(createdAt)), format.day(new Date(updatedAt))]
  return (
    <li className="flex flex-col gap-2 py-4 first:pt-0 last:pb-0" data-testid={own ? 'own-review' : 'review'}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="flex min-w-0 flex-wrap items-center gap-2 font-semibold">
          <span className="wrap-anywhere">{buyer.firstName}</span>
          {own && <Badge tone="leaf">{t('reviews.yours')}</Badge>}
          {boughtHere && <Badge>{t('reviews.boughtHere')}</Badge>}
        </p>
        <Stars rating={rating} className="size-4" />
      </div>
      {comment && <Written className="whitespace-pre-line">{comment}</Written>}
      <p className="text-small text-ink-soft">
        <span>{written}</span>
        {edited !== written && <span>{` · ${t('reviews.edited', { day: edited })}`}</span>}
      </p>
      {own && (
        <div className="flex flex-wrap gap-2">
          <Button ref={editButton} look="secondary" onClick={onEdit}>
            {t('reviews.edit')}
          </Button>
          <Button look="quiet" aria-haspopup="dialog" onClick={onDelete}>
            {t('reviews.delete')}
          </Button>
        </div>
      )}
    </li>
  )
}
