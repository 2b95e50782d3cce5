import { z } from 'zod'
import { errorSchema } from '#contracts/calls/errors.ts'
import { userIdSchema } from '#contracts/units/ids.ts'
import { deleteReviewSchema, reviewDeletedSchema } from '#contracts/calls/reviews.ts'
import { removeReview } from '#businesses/reviews/reviews.ts'
import { ownBuyer } from '../../guards/access.ts'
import { ApiError } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { refuseOthersReview } from './refuse-others-review.ts'
import { REVIEWS_LIMIT } from './reviews-limit.ts'

/** R200, R201: with a JSON body. Idempotency-Key required. */
export function deleteReview(app: App, deps: Deps): void {
  app.delete(
    '/api/reviews/:reviewId',
    {
      config: REVIEWS_LIMIT,
      schema: {
        tags: ['buyer'],
        params: z.object({ reviewId: userIdSchema }),
        body: deleteReviewSchema,
        response: { 200: reviewDeletedSchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      const { buyerId } = request.body
      const { reviewId } = request.params
      const user = await ownBuyer(request, deps, buyerId)
      return deps.once(request, { user: user.id }, request.body, async (client) => {
        // Inside the transaction, so that a retry gets its replayed response although the review is gone.
        await refuseOthersReview(client, reviewId, user.id)
        if (!(await removeReview(client, { reviewId, buyerId: user.id }))) throw new ApiError('review_not_found')
        return { id: reviewId, message: 'Review deleted' }
      })
    },
  )
}
