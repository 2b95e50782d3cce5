/** Reviews: one per buyer and business (R119, R138, R178). Callers check permissions. */
import type { AdminReview } from '#contracts/calls/staff/admin-reviews.ts'
import type { Review } from '#contracts/calls/reviews.ts'
import type { PoolClient, Queryable } from '#platform/postgres/postgres.ts'
import { isoMoment } from '#platform/postgres/sql-text.ts'

export type StoredReview = Omit<Review, 'createdAt' | 'updatedAt' | 'buyer'> & {
  createdAt: Date
  updatedAt: Date
  firstName: string
}
export type ReviewText = { rating: number; comment: string | null }

/** SQL. `bought`: whether the writer of review `v` was awarded points there; the caller knows the read models. */
const columns = (
  reader: string,
  bought: string,
) => `v.id, v.rating, v.comment, v.created_at AS "createdAt", v.updated_at AS "updatedAt",
  u.first_name AS "firstName", v.buyer_id = ${reader} AS own, ${bought} AS "boughtHere"`

/** Above every id, so that one number orders all reviews: those of people who bought there come first. */
const BOUGHT_RANK = 2 ** 31

/** The cursor of the page that ends with this review. */
export const cursorAfter = ({ id, boughtHere }: Pick<Review, 'id' | 'boughtHere'>): string =>
  String(id + (boughtHere ? BOUGHT_RANK : 0))

/**
 * First those of people who bought there, then the others; newest first. The first page starts with the reader's own.
 * `reader`: users.id, or 0 for nobody. `before`: of `cursorAfter`.
 */
export async function reviewsOfBusiness(
  db: Queryable,
  businessId: number,
  { reader, bought, limit, before }: { reader: number; bought: string; limit: number; before?: string },
): Promise<StoredReview[]> {
  const others = await db.query<StoredReview>(
    `SELECT r.* FROM (
       SELECT ${columns('$2', bought)} FROM reviews v JOIN users u ON u.id = v.buyer_id
       WHERE v.business_id = $1 AND v.buyer_id <> $2
     ) r, LATERAL (SELECT r.id + CASE WHEN r."boughtHere" THEN ${BOUGHT_RANK} ELSE 0 END AS rank) ranked
     WHERE $3::bigint IS NULL OR rank < $3 ORDER BY rank DESC LIMIT $4`,
    [businessId, reader, before ?? null, limit],
  )
  if (before !== undefined || reader === 0) return others.rows
  const own = await db.query<StoredReview>(
    `SELECT ${columns('$2', bought)} FROM reviews v JOIN users u ON u.id = v.buyer_id
     WHERE v.business_id = $1 AND v.buyer_id = $2`,
    [businessId, reader],
  )
  return [...own.rows, ...others.rows]
}

export async function writerOfReview(db: Queryable, reviewId: number): Promise<number | undefined> {
  const { rows } = await db.query<{ buyerId: number }>('SELECT buyer_id AS "buyerId" FROM reviews WHERE id = $1', [
    reviewId,
  ])
  return rows[0]?.buyerId
}

/** Undefined if this buyer has already reviewed the business. */
export async function addReview(
  db: PoolClient,
  { buyerId, businessId, rating, comment }: ReviewText & { buyerId: number; businessId: number },
  bought: string,
): Promise<StoredReview | undefined> {
  const { rows } = await db.query<StoredReview>(
    `WITH v AS (
       INSERT INTO reviews (buyer_id, business_id, rating, comment) VALUES ($1, $2, $3, $4) ON CONFLICT (buyer_id, business_id) DO NOTHING RETURNING *
     ) SELECT ${columns('$1', bought)} FROM v JOIN users u ON u.id = v.buyer_id`,
    [buyerId, businessId, rating, comment],
  )
  return rows[0]
}

/** Undefined if it is not this buyer's. */
export async function changeReview(
  db: PoolClient,
  { reviewId, buyerId, rating, comment }: ReviewText & { reviewId: number; buyerId: number },
  bought: string,
): Promise<StoredReview | undefined> {
  const { rows } = await db.query<StoredReview>(
    `WITH v AS (
       UPDATE reviews SET rating = $3, comment = $4, updated_at = now() WHERE id = $2 AND buyer_id = $1 RETURNING *
     ) SELECT ${columns('$1', bought)} FROM v JOIN users u ON u.id = v.buyer_id`,
    [buyerId, reviewId, rating, comment],
  )
  return rows[0]
}

/** False if it is not this buyer's. */
export async function removeReview(
  db: PoolClient,
  { reviewId, buyerId }: { reviewId: number; buyerId: number },
): Promise<boolean> {
  const removed = await db.query('DELETE FROM reviews WHERE id = $1 AND buyer_id = $2', [reviewId, buyerId])
  return removed.rowCount === 1
}

/** For administrators (H30), newest first: buyers by code, never by name. */
export async function newestReviews(
  db: Queryable,
  { limit, before }: { limit: number; before?: number },
): Promise<AdminReview[]> {
  const { rows } = await db.query<AdminReview>(
    `SELECT v.id, v.rating, v.comment, ${isoMoment('v.created_at')} AS "createdAt", ${isoMoment('v.updated_at')} AS "updatedAt",
       json_build_object('id', p.user_id, 'businessName', p.business_name, 'closed', p.status = 'closed', 'slug', p.slug) AS business,
       json_build_object('id', u.id, 'buyerId', u.buyer_code) AS buyer
     FROM reviews v JOIN users u ON u.id = v.buyer_id JOIN business_profiles p ON p.user_id = v.business_id
     WHERE $1::bigint IS NULL OR v.id < $1 ORDER BY v.id DESC LIMIT $2`,
    [before ?? null, limit],
  )
  return rows
}

/** Returns the business's id. */
export async function takeDownReview(db: PoolClient, reviewId: number): Promise<number | undefined> {
  const { rows } = await db.query<{ businessId: number }>(
    'DELETE FROM reviews WHERE id = $1 RETURNING business_id AS "businessId"',
    [reviewId],
  )
  return rows[0]?.businessId
}

/** R143: zeros if there are none. */
export async function ratingOfBusiness(
  db: Queryable,
  businessId: number,
): Promise<{ averageRating: number; totalReviews: number }> {
  const { rows } = await db.query<{ averageRating: number; totalReviews: number }>({
    name: 'rating-of-business',
    text: 'SELECT stars::float8 / reviews AS "averageRating", reviews AS "totalReviews" FROM business_ratings WHERE business_id = $1 AND reviews > 0',
    values: [businessId],
  })
  return rows[0] ?? { averageRating: 0, totalReviews: 0 }
}
