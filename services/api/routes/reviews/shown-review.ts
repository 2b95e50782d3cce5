import type { Review } from '#contracts/calls/reviews.ts'
import type { StoredReview } from '#businesses/reviews/reviews.ts'

/** R121: shows only the buyer's first name. */
export function shownReview({
  id,
  rating,
  comment,
  createdAt,
  updatedAt,
  firstName,
  own,
  boughtHere,
}: StoredReview): Review {
  return {
    id,
    rating,
    comment,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    buyer: { firstName },
    own,
    boughtHere,
  }
}
