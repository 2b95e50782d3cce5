import { z } from 'zod'
import {
  adminReviewsQuerySchema,
  adminReviewsReplySchema,
  reviewTakenDownSchema,
  takeDownReviewSchema,
} from '#contracts/calls/staff/admin-reviews.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { userIdSchema } from '#contracts/units/ids.ts'
import { newestReviews, takeDownReview } from '#businesses/reviews/reviews.ts'
import { administrator } from '../../guards/access.ts'
import { recordAdminEvent } from './admin-event.ts'
import { ApiError } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'

/** H30: newest first. */
export function adminReviews(app: App, deps: Deps): void {
  app.get(
    '/api/admin/reviews',
    {
      schema: {
        tags: ['admin'],
        querystring: adminReviewsQuerySchema,
        response: { 200: adminReviewsReplySchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      await administrator(request, deps)
      const { before, limit } = request.query
      const rows = await newestReviews(deps.pool, {
        limit: limit + 1,
        ...(before === undefined ? {} : { before: Number(before) }),
      })
      const page = rows.slice(0, limit)
      const last = page.at(-1)
      return { reviews: page, next: rows.length > limit && last ? String(last.id) : null }
    },
  )
}

/** Idempotency-Key required. */
export function adminTakeDownReview(app: App, deps: Deps): void {
  app.delete(
    '/api/admin/reviews/:id',
    {
      schema: {
        tags: ['admin'],
        params: z.object({ id: userIdSchema }),
        body: takeDownReviewSchema,
        response: { 200: reviewTakenDownSchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      const admin = await administrator(request, deps)
      const reviewId = request.params.id
      const { reason } = request.body
      const done = await deps.once(request, { user: admin.id }, request.body, async (client) => {
        const businessId = await takeDownReview(client, reviewId)
        if (businessId === undefined) throw new ApiError('review_not_found')
        await recordAdminEvent(
          client,
          { request, adminId: admin.id, deps },
          { type: 'ReviewTakenDown', data: { reviewId, businessId, reason } },
        )
        return { id: reviewId, message: 'Review taken down' }
      })
      deps.wake('events')
      return done
    },
  )
}
