import { useEffect, useId, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { COMMENT_MAX, reviewFormSchema, type Review } from '#contracts/calls/reviews.ts'
import { Button } from '#web/components/inputs/button.tsx'
import { FieldError } from '#web/components/inputs/field-error.tsx'
import { Field } from '#web/components/inputs/field.tsx'
import { Textarea } from '#web/components/inputs/textarea.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { ApiError } from '#web/lib/api/api-error.ts'
import { mayMoveFocus } from '#web/lib/device/may-move-focus.ts'
import { changeReview, createReview, readsAfterReview } from '#web/lib/calls/reviews.ts'
import { useRefresh } from '#web/lib/reads/read.ts'
import { useAction } from '#web/lib/forms/use-action.ts'
import { useBusy } from '#web/lib/device/use-busy.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'
import { StarChoice } from './star-choice.tsx'

const OVERTAKEN = new Set(['review_exists', 'review_not_found'])

export interface ReviewFormProps {
  slug: string
  buyerId: number
  /** The review to edit; undefined writes a new one. */
  own?: Review | undefined
  onDone: () => void
}

/** R119, R171. Uses the server's schema. */
export default function ReviewForm({ slug, buyerId, own, onDone }: ReviewFormProps): ReactNode {
  const { t } = useTranslation()
  const { forError, forField } = useErrorWords()
  const refresh = useRefresh()
  const errorId = useId()
  const [rating, setRating] = useState(own?.rating ?? 0)
  const [comment, setComment] = useState(own?.comment ?? '')
  /** Errors show once sending was refused. */
  const [refused, setRefused] = useState(false)
  const { busy, during } = useBusy()
  const action = useAction((input: { rating: number; comment: string | null }, key) =>
    own ? changeReview(own.id, { buyerId, ...input }, key) : createReview(slug, { buyerId, ...input }, key),
  )

  const form = useRef<HTMLFormElement>(null)
  // The form replaces its button, so it takes the focus, unless the person has moved on while its code loaded.
  useEffect(() => {
    if (!mayMoveFocus(null)) return
    const chosen = form.current?.querySelector<HTMLInputElement>('input:checked')
    const first = form.current?.querySelector<HTMLInputElement>('input')
    ;(chosen ?? first)?.focus()
  }, [])

  const parsed = reviewFormSchema.safeParse({ rating: rating === 0 ? undefined : rating, comment })
  const errorOf = (field: 'rating' | 'comment'): string | undefined =>
    refused ? forField(parsed.error?.issues.find(({ path }) => path[0] === field)?.message) : undefined
  const ratingError = errorOf('rating')

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    setRefused(!parsed.success)
    if (parsed.success) await during(() => send(parsed.data))
    else
      form.current
        ?.querySelector<HTMLElement>(
          parsed.error.issues.some(({ path }) => path[0] === 'rating') ? 'input' : 'textarea',
        )
        ?.focus()
  }

  async function send(review: { rating: number; comment: string | null }): Promise<void> {
    try {
      await action.run(review)
      toast.success(own ? t('reviews.updated') : t('reviews.created'))
    } catch (error) {
      toast.error(t('reviews.submitFailed'), { description: forError(error) })
      // The review changed on another screen; after a refresh this form writes what is possible.
      if (error instanceof ApiError && OVERTAKEN.has(error.code)) await refresh(readsAfterReview(slug))
      return
    }
    await refresh(readsAfterReview(slug))
    onDone()
  }

  return (
    <form
      ref={form}
      noValidate
      className="flex flex-col gap-5 rounded-field bg-tuff p-4 sm:p-5"
      onSubmit={(event) => void submit(event)}
    >
      <div>
        <StarChoice
          value={rating}
          onChoose={setRating}
          invalid={ratingError !== undefined}
          describedBy={ratingError && errorId}
        />
        {ratingError && (
          <FieldError id={errorId} label={t('reviews.rating')}>
            {ratingError}
          </FieldError>
        )}
      </div>
      <Field
        label={t('reviews.comment')}
        error={errorOf('comment')}
        hint={t('reviews.left', { used: Array.from(comment.trim()).length, most: COMMENT_MAX })}
      >
        {(ids) => <Textarea {...ids} value={comment} onChange={(event) => setComment(event.target.value)} />}
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy}>
          {own ? t('reviews.save') : t('reviews.submit')}
        </Button>
        <Button look="quiet" disabled={busy} onClick={onDone}>
          {t('reviews.cancel')}
        </Button>
      </div>
    </form>
  )
}
