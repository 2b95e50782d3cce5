/** Response fields and types that the specification names. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertUser } from '../../../infra/testing/people/people-rows.ts'
import { Person } from '../../../infra/testing/people/person.ts'
import { sharedProduct } from '../../../infra/testing/servers/shared-product.ts'
import type { Product } from '../../../infra/testing/servers/test-product.ts'

let product: Product
let cafe: Person & { perkIds: number[] }
let ani: Person & { code: string }
let code: string

beforeAll(async () => {
  product = await sharedProduct()
  cafe = await product.business({ perks: ['2.5'] })
  ani = await product.buyer()
  const award = await cafe.write('POST', `/api/business/${cafe.id}/award-points`, {
    buyerId: ani.code,
    amountSpent: 6_250,
  })
  ani.sees(award.token)
  const redeemed = await ani.write<{ redemptionCode: string }>('POST', `/api/buyer/${ani.id}/redeem`, {
    perkId: cafe.perkIds[0],
  })
  cafe.sees(redeemed.token)
  code = redeemed.body.redemptionCode
})
afterAll(() => product.close())

const text = expect.any(String) as string
const id = expect.any(Number) as number

/** Checks named fields only; others may exist. */
async function answerTo<T>(who: Person, address: string): Promise<T> {
  const { status, body } = await who.get<T>(address)
  expect([address, status]).toEqual([address, 200])
  return body
}

describe('an answer has the fields of the specification', () => {
  it('of a business: stats, subscription, perks, buyers, its own profile (R140, R141, R142, R179, R195, R202)', async () => {
    const of = `/api/business/${cafe.id}`
    expect(await answerTo(cafe, `${of}/stats`)).toEqual({
      totalBuyers: 1,
      totalPointsIssued: 12.5,
      monthlyPoints: 12.5,
    })
    expect(await answerTo(cafe, `${of}/subscription`)).toMatchObject({
      subscriptionPlan: 'prime',
      perkLimit: null,
      currentPerkCount: 1,
      transactionLimit: null,
      currentTransactionCount: 1,
      canAddTransaction: true,
      isInTrial: false,
      trialExpiresAt: null,
    })
    expect(await answerTo(cafe, `${of}/perks`)).toEqual([
      { id: cafe.perkIds[0], name: 'Perk for 2.5', description: 'A perk', pointsRequired: '2.5', pictureUrl: null },
    ])
    expect(await answerTo(cafe, `${of}/buyers`)).toEqual([{ id, points: '10.0', buyer: { buyerId: ani.code } }])
    expect(await answerTo(cafe, `/api/business-profile/${cafe.id}`)).toMatchObject({
      status: 'active',
      trialEndDate: null,
      businessName: `Business ${cafe.id}`,
      logoUrl: null,
      slug: `business-${cafe.id}`,
    })
  })

  it('of a buyer: points with their business, perks with what they cost, redemptions with their code (R133, R135, R136, R139, R204)', async () => {
    const of = `/api/buyer/${ani.id}`
    const business = {
      id: cafe.id,
      slug: `business-${cafe.id}`,
      logoUrl: null,
      businessName: `Business ${cafe.id}`,
      firstName: 'Firstname',
      lastName: 'Lastname',
    }
    expect(await answerTo(ani, `${of}/points`)).toMatchObject([{ id: text, points: '10.0', business }])
    expect(await answerTo(ani, `${of}/available-perks`)).toMatchObject([
      {
        id: cafe.perkIds[0],
        name: 'Perk for 2.5',
        description: 'A perk',
        pointsRequired: '2.5',
        canRedeem: true,
        business: { id: cafe.id, businessName: `Business ${cafe.id}` },
      },
    ])
    expect(code).toMatch(/^[A-Z0-9]{6,10}$/)
    expect(await answerTo(ani, `${of}/redemptions`)).toMatchObject([
      {
        id: text,
        perkId: cafe.perkIds[0],
        redemptionCode: code,
        isUsed: false,
        createdAt: text,
        usedAt: null,
        perk: { name: 'Perk for 2.5' },
        business: { businessName: `Business ${cafe.id}` },
      },
    ])
  })

  it('of everybody: the page of a business, its perks, its rating, its reviews (R115, R143, R199, R200)', async () => {
    const visitor = new Person(product.address, { id: 0, email: '' })
    const slug = `business-${cafe.id}`
    expect(await answerTo(visitor, `/api/business-profiles/slug/${slug}`)).toMatchObject({
      businessName: `Business ${cafe.id}`,
      slug,
      logoUrl: null,
      industry: 'Other',
    })
    expect(await answerTo(visitor, `/api/business/${slug}/perks`)).toEqual([
      { id: cafe.perkIds[0], name: 'Perk for 2.5', description: 'A perk', pointsRequired: '2.5', pictureUrl: null },
    ])
    const review = await ani.write('POST', `/api/business/${slug}/reviews`, { buyerId: ani.id, rating: 4 })
    expect(review.status).toBeLessThan(300)
    expect(await answerTo(visitor, `/api/business/${slug}/rating`)).toEqual({ averageRating: 4, totalReviews: 1 })
    expect(await answerTo(visitor, `/api/business/${slug}/reviews`)).toMatchObject([
      { id, rating: 4, buyer: { firstName: 'Firstname' }, createdAt: text, updatedAt: text },
    ])
  })

  it('of the counter: a buyer who is looked up, a code that is verified (R92, R203)', async () => {
    expect(await answerTo(cafe, `/api/buyer/verify/${ani.code}`)).toMatchObject({ buyerId: ani.code })
    const verified = await cafe.write('POST', `/api/business/${cafe.id}/verify-redemption`, { redemptionCode: code })
    expect(verified.body).toMatchObject({ perk: { name: 'Perk for 2.5' }, buyer: { buyerId: ani.code } })
    ani.sees(verified.token)
    expect(await answerTo(ani, `/api/buyer/${ani.id}/redemptions`)).toMatchObject([{ isUsed: true, usedAt: text }])
  })
})

describe('a row has its specified properties, whoever writes it', () => {
  const insert = (columns: string, values: string) =>
    product.pool.query(
      `INSERT INTO users (email, password, first_name, last_name, role${columns}) VALUES ('${Math.random()}@hatik.test', 'x', 'A', 'B'${values})`,
    )

  it('an address once, in any letter case, and a code of six characters once, for buyers only (R129, R130)', async () => {
    const { email } = await insertUser(product.pool, { role: 'business', passwordHash: 'x' })
    const again = product.pool.query(
      `INSERT INTO users (email, password, first_name, last_name, role) VALUES ($1, 'x', 'A', 'B', 'business')`,
      [email.toUpperCase()],
    )
    await expect(again).rejects.toThrow(/unique|duplicate/)
    await expect(insert(', buyer_code', `, 'buyer', '${ani.code}'`)).rejects.toThrow(/unique|duplicate/)
    await expect(insert(', buyer_code', `, 'buyer', 'AB123'`)).rejects.toThrow(/check/)
    await expect(insert('', `, 'buyer'`)).rejects.toThrow(/check/)
    await expect(insert(', buyer_code', `, 'business', 'ZY9876'`)).rejects.toThrow(/check/)
  })

  it('defaults: nobody is verified, and nobody speaks Armenian unless they said so; a business is on Starter, monthly (R129, R132, R150)', async () => {
    const { rows } = await product.pool.query<{ id: number }>(
      `INSERT INTO users (email, password, first_name, last_name, role) VALUES ('defaults@hatik.test', 'x', 'A', 'B', 'business') RETURNING id, email_verified AS "emailVerified", preferred_language AS language`,
    )
    expect(rows).toMatchObject([{ emailVerified: false, language: 'en' }])
    const profile = (slug: string) =>
      product.pool.query(
        `INSERT INTO business_profiles (user_id, business_name, slug) VALUES ($1, 'Defaults', $2) RETURNING status, subscription_plan AS plan, billing_cycle AS cycle, industry`,
        [rows[0]?.id, slug],
      )
    await expect(profile(`business-${cafe.id}`)).rejects.toThrow(/unique|duplicate/)
    expect((await profile('defaults')).rows).toEqual([
      { status: 'pending', plan: 'starter', cycle: 'monthly', industry: 'Other' },
    ])
    await expect(profile('defaults-2')).rejects.toThrow(/unique|duplicate/)
  })
})
