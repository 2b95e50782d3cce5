import { z } from 'zod'
import { slugSchema } from '#contracts/calls/directory.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { NEXT_CURSOR } from '#contracts/calls/figures.ts'
import { reviewsQuerySchema, reviewsReplySchema } from '#contracts/calls/reviews.ts'
import { cursorAfter, reviewsOfBusiness } from '#businesses/reviews/reviews.ts'
import { BOUGHT_HERE } from '#projections/buyer-visits/bought-here.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { businessAtSlug } from './business-at-slug.ts'
import { shownReview } from './shown-review.ts'

/** R119, R121, R200. */
export function listReviews(app: App, deps: Deps): void {
  app.get(
    '/api/business/:slug/reviews',
    {
      schema: {
        tags: ['public'],
        params: z.object({ slug: slugSchema }),
        querystring: reviewsQuerySchema,
        response: { 200: reviewsReplySchema, '4xx': errorSchema },
      },
    },
    async (request, reply) => {
      const { businessId } = await businessAtSlug(deps, request.params.slug)
      if (businessId === null) return []
      const { limit, before } = request.query
      const found = await reviewsOfBusiness(deps.pool, businessId, {
        reader: request.session.userId ?? 0,
        bought: BOUGHT_HERE,
        limit,
        ...(before === undefined ? {} : { before }),
      })
      const others = found.filter(({ own }) => !own)
      const last = others.at(-1)
      if (last && others.length === limit) reply.header(NEXT_CURSOR, cursorAfter(last))
      return found.map(shownReview)
    },
  )
}
