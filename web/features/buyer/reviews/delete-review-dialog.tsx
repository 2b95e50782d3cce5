import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Review } from '#contracts/calls/reviews.ts'
import { AlertDialog } from '#web/components/dialogs/alert-dialog.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { deleteReview, readsAfterReview } from '#web/lib/calls/reviews.ts'
import { useRefresh } from '#web/lib/reads/read.ts'
import { useAction } from '#web/lib/forms/use-action.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'

export default function DeleteReviewDialog({
  slug,
  review,
  buyerId,
  onClose,
}: {
  slug: string
  review: Review
  buyerId: number
  onClose: () => void
}): ReactNode {
  const { t } = useTranslation()
  const { forError } = useErrorWords()
  const refresh = useRefresh()
  const action = useAction((id: number, key) => deleteReview(id, buyerId, key))

  async function go(): Promise<void> {
    try {
      await action.run(review.id)
      toast.success(t('reviews.deleted'))
    } catch (error) {
      toast.failure(t('reviews.deleteFailed'), forError(error))
    }
    onClose()
    await refresh(readsAfterReview(slug))
  }

  return (
    <AlertDialog
      open
      look="alarm"
      title={t('reviews.deleteTitle')}
      description={t('reviews.deleteText')}
      stay={t('reviews.keep')}
      go={t('reviews.delete')}
      busy={action.running}
      onStay={onClose}
      onGo={() => void go()}
    />
  )
}
