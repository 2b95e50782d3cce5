import { z } from 'zod'
import { errorSchema } from '#contracts/calls/errors.ts'
import { userIdSchema } from '#contracts/units/ids.ts'
import { reviewReplySchema, reviewSchema } from '#contracts/calls/reviews.ts'
import { changeReview as rewrite } from '#businesses/reviews/reviews.ts'
import { BOUGHT_HERE } from '#projections/buyer-visits/bought-here.ts'
import { ownBuyer } from '../../guards/access.ts'
import { ApiError } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { refuseOthersReview } from './refuse-others-review.ts'
import { REVIEWS_LIMIT } from './reviews-limit.ts'
import { shownReview } from './shown-review.ts'

/** R119, R171, R178, R200: also while the business is inactive. Idempotency-Key required. */
export function changeReview(app: App, deps: Deps): void {
  app.patch(
    '/api/reviews/:reviewId',
    {
      config: REVIEWS_LIMIT,
      schema: {
        tags: ['buyer'],
        params: z.object({ reviewId: userIdSchema }),
        body: reviewSchema,
        response: { 200: reviewReplySchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      const { buyerId, rating, comment } = request.body
      const { reviewId } = request.params
      const user = await ownBuyer(request, deps, buyerId)
      const written = await deps.once(request, { user: user.id }, request.body, async (client) => {
        await refuseOthersReview(client, reviewId, user.id)
        const review = await rewrite(client, { reviewId, buyerId: user.id, rating, comment }, BOUGHT_HERE)
        if (!review) throw new ApiError('review_not_found')
        return shownReview(review)
      })
      return { ...written, message: 'Review updated' }
    },
  )
}
