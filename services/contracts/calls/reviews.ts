/** Reviews (R116-R121, R138, R143, R171, R200, R201). */
import { z } from 'zod'
import { seenOrNull } from '../units/names.ts'
import { digitsSchema } from '../units/numbers.ts'

export const COMMENT_MAX = 500

const BUYER = 'Buyer ID is required'
/** C5: a users.id. Grants nothing: the session determines the author (R182). */
const buyerId = z.number(BUYER).int(BUYER).min(1, BUYER).max(999_999_999, BUYER)
const rating = z
  .number('Please select a rating')
  .int('Please select a rating')
  .min(1, 'Rating must be at least 1 star')
  .max(5, 'Rating cannot exceed 5 stars')
/** In code points, so that an emoji counts once. Null without visible characters. */
const comment = z
  .string()
  .trim()
  .refine((text) => Array.from(text).length <= COMMENT_MAX, 'Comment cannot exceed 500 characters')
  .nullish()
  .transform(seenOrNull)

export const reviewFormSchema = z.object({ rating, comment })
/** POST /api/business/{slug}/reviews and PATCH /api/reviews/{reviewId}. */
export const reviewSchema = z.object({ buyerId, rating, comment })
export type ReviewInput = z.input<typeof reviewSchema>
/** DELETE /api/reviews/{reviewId}, with a body (R201). */
export const deleteReviewSchema = z.object({ buyerId })

/** With the buyer's first name only (R121). `own`: by the reader. `boughtHere`: points were awarded to the writer there. */
export const reviewViewSchema = z.object({
  id: z.number().int(),
  rating: z.number().int(),
  comment: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  buyer: z.object({ firstName: z.string() }),
  own: z.boolean(),
  boughtHere: z.boolean().optional(),
})
export type Review = z.infer<typeof reviewViewSchema>

/**
 * GET /api/business/{slug}/reviews?limit&before: first of people who bought there, then of others, each newest first;
 * the reader's own first on page one. Next cursor: `next-cursor` header (figures.ts).
 */
export const reviewsQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(50),
  before: digitsSchema('bigint', 'Invalid cursor').optional(),
})
export const reviewsReplySchema = z.array(reviewViewSchema)

/** POST 201, PATCH 200. A second review: 409 `review_exists`. */
export const reviewReplySchema = reviewViewSchema.extend({ message: z.string() })
export const reviewDeletedSchema = z.object({ id: z.number().int(), message: z.string() })

/**
 * GET /api/business/{slug}/rating (R143): cached for five minutes, but not after an own review. Zeros without reviews.
 */
export const ratingReplySchema = z.object({ averageRating: z.number(), totalReviews: z.number().int() })
export type Rating = z.infer<typeof ratingReplySchema>

/** R116: 3.24 is 3, 3.25 is 3.5, 3.75 is 4. */
export function halfStars(average: number): number {
  return Math.round(average * 2) / 2
}
