import { writerOfReview } from '#businesses/reviews/reviews.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'
import { ApiError } from '../../http/api-error.ts'

/** R178, R182. Throws 403 or 404. */
export async function refuseOthersReview(db: Queryable, reviewId: number, userId: number): Promise<void> {
  const writer = await writerOfReview(db, reviewId)
  if (writer === undefined) throw new ApiError('review_not_found')
  if (writer !== userId) throw new ApiError('forbidden')
}
