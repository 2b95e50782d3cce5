import { PenLine } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { Review } from '#contracts/calls/reviews.ts'
import { Button } from '#web/components/inputs/button.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { EmptyState } from '#web/components/lists/empty-state.tsx'
import { useLazyDialog } from '#web/components/dialogs/lazy-dialog.ts'
import { lazyPart } from '#web/components/dialogs/lazy-part.tsx'
import { ReadingState } from '#web/components/feedback/reading-state.tsx'
import { LONG_TOAST_MS, toast } from '#web/components/feedback/toast.tsx'
import { useGoToNew } from '#web/components/lists/use-go-to-new.ts'
import { mayMoveFocus } from '#web/lib/device/may-move-focus.ts'
import { useReviews } from '#web/lib/calls/reviews.ts'
import { useUser } from '#web/lib/session/session.ts'
import { useAction } from '#web/lib/forms/use-action.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'
import { ReviewRow } from './review-row.tsx'

const ReviewForm = lazyPart(() => import('./review-form.tsx'), ['fields'])

/** A buyer writes one review, and may edit or delete it (R119-R121). */
export function Reviews({ slug }: { slug: string }): ReactNode {
  const { t } = useTranslation()
  const { forError } = useErrorWords()
  const reading = useReviews(slug)
  const more = useAction<null, void>(async () => reading.more?.())
  const { list, fromLast } = useGoToNew<HTMLUListElement>()

  async function readMore(): Promise<void> {
    const goOn = fromLast()
    try {
      await more.run(null)
      toast.over(t('reviews.moreFailed'))
      goOn()
    } catch (error) {
      toast.error(t('reviews.moreFailed'), { description: forError(error), durationMs: LONG_TOAST_MS })
    }
  }

  return (
    <Card title={t('reviews.title')}>
      <ReadingState reading={reading}>
        {(reviews) => (
          <div className="flex flex-col gap-5">
            <List slug={slug} reviews={reviews} list={list} />
            {reading.more && (
              <Button look="secondary" className="self-center" busy={more.running} onClick={() => void readMore()}>
                {t('reviews.more')}
              </Button>
            )}
          </div>
        )}
      </ReadingState>
    </Card>
  )
}

function List({
  slug,
  reviews,
  list,
}: {
  slug: string
  reviews: Review[]
  list: RefObject<HTMLUListElement | null>
}): ReactNode {
  const { t } = useTranslation()
  const user = useUser()
  const [writing, setWriting] = useState(false)
  const [deleting, setDeleting] = useState<Review>()
  const deletion = useLazyDialog(() => import('./delete-review-dialog.tsx'))
  const own = reviews.find((review) => review.own)
  const mayWrite = user?.role === 'buyer'
  const opener = useRef<HTMLButtonElement>(null)
  const [closed, setClosed] = useState(0)

  // The closed form disappears, so the focus returns to its button.
  useEffect(() => {
    if (closed > 0 && mayMoveFocus(null)) opener.current?.focus()
  }, [closed])

  function close(): void {
    setWriting(false)
    setClosed((times) => times + 1)
  }

  return (
    <>
      {mayWrite && writing && <ReviewForm slug={slug} buyerId={user.id} own={own} onDone={close} />}
      {mayWrite && !writing && !own && (
        <Button ref={opener} look="secondary" className="self-start" onClick={() => setWriting(true)}>
          <PenLine aria-hidden className="size-5" />
          <span>{t('reviews.write')}</span>
        </Button>
      )}
      {reviews.length === 0 ? (
        <EmptyState title={t('reviews.emptyTitle')}>{t('reviews.emptyText')}</EmptyState>
      ) : (
        <ul ref={list} className="divide-y divide-line">
          {reviews
            .filter((review) => !(writing && review.own))
            .map((review) => (
              <ReviewRow
                key={review.id}
                review={review}
                editButton={opener}
                onEdit={() => setWriting(true)}
                onDelete={() => {
                  setDeleting(review)
                  deletion.show()
                }}
              />
            ))}
        </ul>
      )}
      {deletion.Dialog && deleting && user && (
        <deletion.Dialog slug={slug} review={deleting} buyerId={user.id} onClose={() => setDeleting(undefined)} />
      )}
    </>
  )
}
