import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Review } from '#contracts/calls/reviews.ts'
import { halfStars } from '#contracts/calls/reviews.ts'
import { Person } from '../../../../infra/testing/people/person.ts'
import { sharedProduct } from '../../../../infra/testing/servers/shared-product.ts'
import type { Product } from '../../../../infra/testing/servers/test-product.ts'

let product: Product
let visitor: Person
beforeAll(async () => {
  product = await sharedProduct()
  visitor = new Person(product.address, { id: 0, email: '' })
})
afterAll(() => product.close())

const slug = (business: Person) => `business-${business.id}`
const review = (
  person: Person,
  business: Person,
  rating: unknown,
  comment?: unknown,
  buyerId: unknown = person.id,
  key?: string,
) => person.write<Review>('POST', `/api/business/${slug(business)}/reviews`, { buyerId, rating, comment }, key)
const reviews = async (person: Person, business: Person) =>
  (await person.get<Review[]>(`/api/business/${slug(business)}/reviews`)).body
const rating = (person: Person, business: Person) => person.get(`/api/business/${slug(business)}/rating`)

describe('reviews of a business', () => {
  it('a buyer writes one, edits it and deletes it with a body; the rating follows at once (R119, R143, R200, R201)', async () => {
    const [cafe, ani, davit] = [await product.business(), await product.buyer(), await product.buyer()]
    expect((await rating(visitor, cafe)).body).toEqual({ averageRating: 0, totalReviews: 0 })

    const written = await review(ani, cafe, 5, '  Լավ սուրճ 👍  ')
    expect([written.status, written.body]).toEqual([
      201,
      expect.objectContaining({ rating: 5, comment: 'Լավ սուրճ 👍', buyer: { firstName: 'Firstname' }, own: true }),
    ])
    await review(davit, cafe, 2)
    expect((await rating(ani, cafe)).body).toEqual({ averageRating: 3.5, totalReviews: 2 })

    const edited = await ani.write('PATCH', `/api/reviews/${written.body.id}`, {
      buyerId: ani.id,
      rating: 3,
      comment: '',
    })
    expect([edited.status, edited.body]).toEqual([
      200,
      expect.objectContaining({ id: written.body.id, rating: 3, comment: null }),
    ])
    expect((await rating(ani, cafe)).body).toEqual({ averageRating: 2.5, totalReviews: 2 })
    expect((await reviews(ani, cafe)).map(({ own, rating: stars }) => [own, stars])).toEqual([
      [true, 3],
      [false, 2],
    ])

    const deleted = await ani.write('DELETE', `/api/reviews/${written.body.id}`, { buyerId: ani.id })
    expect(deleted.status).toBe(200)
    expect((await rating(ani, cafe)).body).toEqual({ averageRating: 2, totalReviews: 1 })
    expect((await review(ani, cafe, 4)).status).toBe(201)
  })

  it('one per buyer and business, even for a hundred at once; a retry with its key replays the response (R178)', async () => {
    const [cafe, ani] = [await product.business(), await product.buyer()]
    const answers = await Promise.all(Array.from({ length: 100 }, () => review(ani, cafe, 4)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.code === 'review_exists')).toHaveLength(99)
    expect((await rating(ani, cafe)).body).toEqual({ averageRating: 4, totalReviews: 1 })

    const davit = await product.buyer()
    const key = 'review-of-davit-1'
    const first = await review(davit, cafe, 2, 'ok', davit.id, key)
    const again = await review(davit, cafe, 2, 'ok', davit.id, key)
    expect(again.body).toEqual(first.body)
    const other = await review(davit, cafe, 5, 'ok', davit.id, key)
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused'])
    const gone = 'delete-of-davit-1'
    const deleted = () => davit.write('DELETE', `/api/reviews/${first.body.id}`, { buyerId: davit.id }, gone)
    expect([(await deleted()).status, (await deleted()).status]).toEqual([200, 200])
    expect((await davit.write('DELETE', `/api/reviews/${first.body.id}`, { buyerId: davit.id })).body.code).toBe(
      'review_not_found',
    )
  })

  it('ids grant no access: nobody writes, edits or deletes for another, and businesses write no reviews (R178, R182)', async () => {
    const [cafe, books, ani, davit] = [
      await product.business(),
      await product.business(),
      await product.buyer(),
      await product.buyer(),
    ]
    const written = await review(ani, cafe, 5)
    const path = `/api/reviews/${written.body.id}`
    const status = async (answer: Promise<{ status: number }>) => (await answer).status
    expect(await status(review(davit, cafe, 1, undefined, ani.id))).toBe(403)
    expect(await status(review(books, cafe, 1))).toBe(403)
    expect(await status(review(cafe, cafe, 5))).toBe(403)
    expect(await status(review(visitor, cafe, 5, undefined, ani.id))).toBe(401)
    for (const buyerId of [ani.id, davit.id]) {
      expect(await status(davit.write('PATCH', path, { buyerId, rating: 1 }))).toBe(403)
      expect(await status(davit.write('DELETE', path, { buyerId }))).toBe(403)
      expect(await status(cafe.write('DELETE', path, { buyerId }))).toBe(403)
      expect(await status(visitor.write('PATCH', path, { buyerId, rating: 1 }))).toBe(401)
      expect(await status(visitor.write('DELETE', path, { buyerId }))).toBe(401)
    }
    expect(await status(davit.write('DELETE', path))).toBe(400)
    expect(await status(ani.write('DELETE', path, { buyerId: ani.code }))).toBe(400)
    expect(await status(davit.write('PATCH', '/api/reviews/999999', { buyerId: davit.id, rating: 1 }))).toBe(404)
    expect(await reviews(visitor, cafe)).toMatchObject([{ rating: 5 }])
  })

  it.each([
    [{}, 'Buyer ID is required'],
    [{ buyerId: 0, rating: 5 }, 'Buyer ID is required'],
    [{ buyerId: 'AB1234', rating: 5 }, 'Buyer ID is required'],
    [{ rating: undefined }, 'Please select a rating'],
    [{ rating: '5' }, 'Please select a rating'],
    [{ rating: 4.5 }, 'Please select a rating'],
    [{ rating: 0 }, 'Rating must be at least 1 star'],
    [{ rating: 6 }, 'Rating cannot exceed 5 stars'],
    [{ rating: 5, comment: 'ա'.repeat(501) }, 'Comment cannot exceed 500 characters'],
    [{ rating: 5, comment: '👍'.repeat(501) }, 'Comment cannot exceed 500 characters'],
  ])('%o is refused with the specified words (R171)', async (body, message) => {
    const [cafe, ani] = [await product.business(), await product.buyer()]
    const full = Object.keys(body).length > 0 && !('buyerId' in body) ? { buyerId: ani.id, ...body } : body
    const refused = await ani.write('POST', `/api/business/${slug(cafe)}/reviews`, full)
    expect([refused.status, refused.body.message]).toEqual([400, message])
    expect(await reviews(visitor, cafe)).toEqual([])
  })

  it('500 characters are 500 code points, however many units they take (R171)', async () => {
    const [cafe, ani] = [await product.business(), await product.buyer()]
    const written = await review(ani, cafe, 5, '👍'.repeat(500))
    expect([written.status, Array.from(written.body.comment ?? '').length]).toEqual([201, 500])
  })

  it('everybody sees only a buyer’s first name (R121)', async () => {
    const [cafe, ani] = [await product.business(), await product.buyer()]
    await review(ani, cafe, 4, 'Լավ')
    const [seen] = await reviews(visitor, cafe)
    expect(Object.keys(seen ?? {}).sort()).toEqual([
      'boughtHere',
      'buyer',
      'comment',
      'createdAt',
      'id',
      'own',
      'rating',
      'updatedAt',
    ])
    expect([seen?.buyer, seen?.own]).toEqual([{ firstName: 'Firstname' }, false])
  })

  it('pages have no gaps, and the own review comes first, once', async () => {
    const cafe = await product.business()
    const buyers = await Promise.all(Array.from({ length: 5 }, () => product.buyer()))
    for (const buyer of buyers) await review(buyer, cafe, 3)
    const mine = buyers[0] as Person
    const all = await reviews(mine, cafe)
    expect(all.map(({ own }) => own)).toEqual([true, false, false, false, false])
    const paged: number[] = []
    let before = ''
    for (let page = 0; page < 4; page += 1) {
      const answer = await mine.get<Review[]>(`/api/business/${slug(cafe)}/reviews?limit=2${before}`)
      paged.push(...answer.body.map(({ id }) => id))
      const next = answer.headers.get('next-cursor')
      if (next === null) break
      before = `&before=${next}`
    }
    expect(paged).toEqual(all.map(({ id }) => id))
  })

  it('reviews of people who bought there come first, newest first, on all pages; an undone award does not count', async () => {
    const [cafe, books] = [await product.business(), await product.business()]
    // Signed in: a visitor's reads do not wait for the read models.
    const reader = await product.buyer()
    const buyers = await Promise.all(Array.from({ length: 6 }, () => product.buyer()))
    const award = async (at: Person, buyer: (typeof buyers)[number]): Promise<string> => {
      const made = await at.write<{ awardId: string }>('POST', `/api/business/${at.id}/award-points`, {
        buyerId: buyer.code,
        amountSpent: 1_000,
      })
      expect(made.status).toBe(200)
      reader.sees(made.token)
      return made.body.awardId
    }
    const ids: number[] = []
    for (const buyer of buyers) ids.push((await review(buyer, cafe, 3)).body.id)
    await award(cafe, buyers[1]!)
    await award(cafe, buyers[4]!)
    await award(books, buyers[5]!)
    const mistake = await award(cafe, buyers[2]!)
    const undone = await cafe.write('POST', `/api/business/${cafe.id}/awards/${mistake}/void`, { reason: 'mistake' })
    expect(undone.status).toBe(200)
    reader.sees(undone.token)

    const order = [4, 1, 5, 3, 2, 0].map((buyer) => ids[buyer])
    expect((await reviews(reader, cafe)).map(({ id, boughtHere }) => [id, boughtHere])).toEqual(
      order.map((id, place) => [id, place < 2]),
    )
    const paged: number[] = []
    for (let before = ''; ;) {
      const page = await reader.get<Review[]>(`/api/business/${slug(cafe)}/reviews?limit=1${before}`)
      paged.push(...page.body.map(({ id }) => id))
      const next = page.headers.get('next-cursor')
      if (next === null) break
      before = `&before=${next}`
    }
    expect(paged).toEqual(order)
    const changed = await buyers[1]!.write<Review>('PATCH', `/api/reviews/${ids[1]}`, {
      buyerId: buyers[1]!.id,
      rating: 2,
    })
    expect(changed.body).toMatchObject({ own: true, boughtHere: true })
    expect((await review(buyers[5]!, books, 5)).body.boughtHere).toBe(true)
  })

  it('while its business is suspended reviews and rating are empty, none can be written, and the own one can be deleted (H28)', async () => {
    const [cafe, ani, davit] = [await product.business(), await product.buyer(), await product.buyer()]
    const written = await review(ani, cafe, 4)
    await product.pool.query(`UPDATE business_profiles SET status = 'suspended' WHERE user_id = $1`, [cafe.id])
    expect(await reviews(visitor, cafe)).toEqual([])
    expect((await rating(visitor, cafe)).body).toEqual({ averageRating: 0, totalReviews: 0 })
    const refused = await review(davit, cafe, 1)
    expect([refused.status, refused.body.code]).toEqual([403, 'business_not_active'])
    expect((await ani.write('DELETE', `/api/reviews/${written.body.id}`, { buyerId: ani.id })).status).toBe(200)
    expect((await visitor.get('/api/business/no-such-business/reviews')).status).toBe(404)
    expect((await visitor.get('/api/business/no-such-business/rating')).status).toBe(404)
  })

  it('a visitor may cache the rating for five minutes; a signed-in user may not (R200)', async () => {
    const [cafe, ani] = [await product.business(), await product.buyer()]
    expect((await rating(visitor, cafe)).headers.get('cache-control')).toBe('public, max-age=300')
    expect((await rating(ani, cafe)).headers.get('cache-control')).toBe('private, no-cache')
  })

  it('a rating outlives the erasure of one of its buyers (H25)', async () => {
    const [cafe, ani, davit] = [await product.business(), await product.buyer(), await product.buyer()]
    await review(ani, cafe, 5)
    await review(davit, cafe, 2)
    await product.pool.query('DELETE FROM users WHERE id = $1', [ani.id])
    expect((await rating(davit, cafe)).body).toEqual({ averageRating: 2, totalReviews: 1 })
  })
})

describe('half stars (R116)', () => {
  it.each([
    [0, 0],
    [1, 1],
    [3.24, 3],
    [3.25, 3.5],
    [3.74, 3.5],
    [3.75, 4],
    [4.8, 5],
    [10 / 3, 3.5],
  ])('%d is shown as %d', (average, shown) => {
    expect(halfStars(average)).toBe(shown)
  })
})
