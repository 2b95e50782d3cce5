import { z } from 'zod'
import { reasonSchema } from '../../events/business-events.ts'
import { closedSchema } from '../buyer.ts'
import { digitsSchema } from '../../units/numbers.ts'

/** GET /api/admin/reviews?before&limit (H30): newest first, buyers by code only. */
export const adminReviewsQuerySchema = z.object({
  before: digitsSchema('integer', 'Invalid cursor').optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
})
export const adminReviewSchema = z.object({
  id: z.number().int(),
  rating: z.number().int(),
  comment: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  business: z.object({ id: z.number().int(), businessName: z.string(), closed: closedSchema, slug: z.string() }),
  /** Null if erased. */
  buyer: z.object({ id: z.number().int(), buyerId: z.string().nullable() }),
})
export type AdminReview = z.infer<typeof adminReviewSchema>
export const adminReviewsReplySchema = z.object({ reviews: z.array(adminReviewSchema), next: z.string().nullable() })
export type AdminReviews = z.infer<typeof adminReviewsReplySchema>

/** DELETE /api/admin/reviews/{id}, with a body. */
export const takeDownReviewSchema = z.object({ reason: reasonSchema })
export const reviewTakenDownSchema = z.object({ id: z.number().int(), message: z.string() })
