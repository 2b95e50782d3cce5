import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { AdminReview } from '#contracts/calls/staff/admin-reviews.ts'
import { Button } from '#web/components/inputs/button.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { PagedList } from '#web/components/lists/paged-list.tsx'
import { ReasonDialog } from '#web/components/dialogs/reason-dialog.tsx'
import { Stars } from '#web/components/brand/stars.tsx'
import { LONG_TOAST_MS, toast } from '#web/components/feedback/toast.tsx'
import { READS_AFTER_REVIEW, takeDownReview, useAdminReviews } from '#web/lib/calls/staff/admin-businesses.ts'
import { spacedCode } from '#web/lib/words/format.ts'
import { languageOf } from '#web/lib/words/language-of.ts'
import { useRefresh } from '#web/lib/reads/read.ts'
import { useLast } from '#web/lib/reads/use-last.ts'
import { useAction } from '#web/lib/forms/use-action.ts'
import { useBusinessName } from '#web/lib/words/use-business-name.ts'
import { useCursors } from '#web/lib/reads/use-cursors.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'

/** Takes down reviews that break the rules, with a reason (H30). */
export function ReviewList(): ReactNode {
  const { t } = useTranslation()
  const words = useErrorWords()
  const nameOf = useBusinessName()
  const refresh = useRefresh()
  const cursors = useCursors()
  const action = useAction(takeDownReview)
  const [asked, setAsked] = useState<AdminReview>()
  const last = useLast(asked)

  async function takeDown(reason: string): Promise<void> {
    if (!asked) return
    try {
      await action.run({ id: asked.id, reason })
      setAsked(undefined)
      toast.success(t('adminPeople.takenDown'))
    } catch (error) {
      toast.error(t('admin.failed'), { description: words.forError(error), durationMs: LONG_TOAST_MS })
    }
    void refresh(READS_AFTER_REVIEW)
  }

  return (
    <Card>
      <PagedList
        reading={useAdminReviews(cursors.cursor)}
        cursors={cursors}
        items={(page) => page.reviews}
        empty={{ title: t('adminPeople.noReviewsTitle'), text: t('adminPeople.noReviewsText') }}
        of={t('admin.tabs.reviews')}
      >
        {(reviews) => (
          <ul data-testid="reviews">
            {reviews.map((review) => (
              <Line key={review.id} review={review} onTakeDown={() => setAsked(review)} />
            ))}
          </ul>
        )}
      </PagedList>
      <ReasonDialog
        open={asked !== undefined}
        title={t('adminPeople.takeDownTitle')}
        description={t('adminPeople.takeDownText', { name: last ? nameOf(last.business) : '' })}
        go={t('adminPeople.takeDown')}
        busy={action.running}
        onClose={() => setAsked(undefined)}
        onGo={(reason) => void takeDown(reason)}
      />
    </Card>
  )
}

function Line({ review, onTakeDown }: { review: AdminReview; onTakeDown: () => void }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const nameOf = useBusinessName()
  const { rating, comment, createdAt, business, buyer } = review
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-b border-line py-4 last:border-0">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-x-3">
          <Stars rating={rating} />
          {business.closed ? (
            <span className="font-semibold">{nameOf(business)}</span>
          ) : (
            <a
              href={`/business/${business.slug}`}
              target="_blank"
              rel="noopener"
              className="font-semibold underline decoration-line-strong underline-offset-4 wrap-anywhere"
            >
              {nameOf(business)}
            </a>
          )}
        </p>
        <p lang={comment === null ? undefined : languageOf(comment)} className="mt-1 wrap-anywhere">
          {comment ?? <span className="text-ink-soft">{t('adminPeople.noComment')}</span>}
        </p>
        <p className="text-small text-ink-soft">
          {`${buyer.buyerId === null ? '—' : spacedCode(buyer.buyerId)} · ${format.moment(new Date(createdAt))}`}
        </p>
      </div>
      <Button look="alarm" onClick={onTakeDown}>
        <span>{t('adminPeople.takeDown')}</span>
        <span className="sr-only">
          {t('common.namely', { what: `${nameOf(business)}, ${buyer.buyerId ?? buyer.id}` })}
        </span>
      </Button>
    </li>
  )
}
