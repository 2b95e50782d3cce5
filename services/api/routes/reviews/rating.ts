import { z } from 'zod'
import { slugSchema } from '#contracts/calls/directory.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { ratingReplySchema } from '#contracts/calls/reviews.ts'
import { ratingOfBusiness } from '#businesses/reviews/reviews.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { businessAtSlug } from './business-at-slug.ts'

const CACHED_SECONDS = 5 * 60

/** R143, R200: cached for five minutes for visitors; signed-in users see a review just written. */
export function rating(app: App, deps: Deps): void {
  app.get(
    '/api/business/:slug/rating',
    {
      schema: {
        tags: ['public'],
        params: z.object({ slug: slugSchema }),
        response: { 200: ratingReplySchema, '4xx': errorSchema },
      },
    },
    async (request, reply) => {
      const { businessId } = await businessAtSlug(deps, request.params.slug)
      const isVisitor = request.session.userId === undefined
      reply
        .header('vary', 'cookie')
        .header('cache-control', isVisitor ? `public, max-age=${CACHED_SECONDS}` : 'private, no-cache')
      return businessId === null ? { averageRating: 0, totalReviews: 0 } : ratingOfBusiness(deps.pool, businessId)
    },
  )
}
