/** Reviews of a business (R116, R119, R143, R200). */
import type { Rating, Review, ReviewInput } from '#contracts/calls/reviews.ts'
import { partRead } from '#contracts/pages/rendered-pages.ts'
import { api } from '#web/lib/api/api.ts'
import { useReadPages, type ReadingPages } from '#web/lib/reads/read-pages.ts'
import { useRead, type Reading } from '#web/lib/reads/read.ts'
import { listOf, objectWith } from '#web/lib/api/reply.ts'

export const reviewListReply = listOf<Review>('id', 'rating', 'comment', 'createdAt', 'updatedAt', 'buyer', 'own')
export const ratingReply = objectWith<Rating>('averageRating', 'totalReviews')
const writtenReply = objectWith<{ message: string }>('message')

export const useRating = (slug: string): Reading<Rating> => useRead(partRead(slug, 'rating'), ratingReply)
export const useReviews = (slug: string): ReadingPages<Review> =>
  useReadPages(partRead(slug, 'reviews'), reviewListReply)

export const readsAfterReview = (slug: string): string[] => [partRead(slug, 'rating'), partRead(slug, 'reviews')]

export const createReview = (slug: string, body: ReviewInput, key: string): Promise<unknown> =>
  api.write({ method: 'POST', path: partRead(slug, 'reviews'), body, key, reply: writtenReply })

export const changeReview = (id: number, body: ReviewInput, key: string): Promise<unknown> =>
  api.write({ method: 'PATCH', path: `/api/reviews/${id}`, body, key, reply: writtenReply })

export const deleteReview = (id: number, buyerId: number, key: string): Promise<unknown> =>
  api.write({ method: 'DELETE', path: `/api/reviews/${id}`, body: { buyerId }, key, reply: writtenReply })
