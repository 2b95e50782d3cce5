import { z } from 'zod'
import { slugSchema } from '#contracts/calls/directory.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { reviewReplySchema, reviewSchema } from '#contracts/calls/reviews.ts'
import { addReview } from '#businesses/reviews/reviews.ts'
import { BOUGHT_HERE } from '#projections/buyer-visits/bought-here.ts'
import { ownBuyer } from '../../guards/access.ts'
import { ApiError } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { businessAtSlug } from './business-at-slug.ts'
import { REVIEWS_LIMIT } from './reviews-limit.ts'
import { shownReview } from './shown-review.ts'

/** R119, R171, R178, R200: one per buyer. Idempotency-Key required. */
export function createReview(app: App, deps: Deps): void {
  app.post(
    '/api/business/:slug/reviews',
    {
      config: REVIEWS_LIMIT,
      schema: {
        tags: ['buyer'],
        params: z.object({ slug: slugSchema }),
        body: reviewSchema,
        response: { 201: reviewReplySchema, '4xx': errorSchema },
      },
    },
    async (request, reply) => {
      const { buyerId, rating, comment } = request.body
      const user = await ownBuyer(request, deps, buyerId)
      const { businessId } = await businessAtSlug(deps, request.params.slug)
      if (businessId === null) throw new ApiError('business_not_active')
      const written = await deps.once(request, { user: user.id }, request.body, async (client) => {
        const review = await addReview(client, { buyerId: user.id, businessId, rating, comment }, BOUGHT_HERE)
        if (!review) throw new ApiError('review_exists')
        return shownReview(review)
      })
      return reply.status(201).send({ ...written, message: 'Review submitted' })
    },
  )
}
