import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cachesPass } from '../../../../infra/testing/servers/caches.ts'
import { Person } from '../../../../infra/testing/people/person.ts'
import { sharedProduct } from '../../../../infra/testing/servers/shared-product.ts'
import { PASSWORD, type Product } from '../../../../infra/testing/servers/test-product.ts'

let product: Product
beforeAll(async () => {
  product = await sharedProduct()
})
afterAll(() => product.close())

describe('the main job over HTTP', () => {
  it('a cashier awards, the buyer sees the balance and redeems, the business verifies the code (R165, R204, R203)', async () => {
    const cafe = await product.business({ perks: ['2.5', '500.0'] })
    const ani = await product.buyer()

    const award = await cafe.write('POST', `/api/business/${cafe.id}/award-points`, {
      buyerId: ani.code.toLowerCase(),
      amountSpent: 1249,
    })
    expect(award.body).toMatchObject({ points: 2.4, buyerId: ani.code, amountSpent: 1249, balance: '2.4' })
    await cafe.write('POST', `/api/business/${cafe.id}/award-points`, { buyerId: ani.code, amountSpent: 500 })
    const seen = await cafe.get<unknown[]>(`/api/business/${cafe.id}/buyers`)
    expect(seen.body).toEqual([{ id: ani.id, points: '3.4', buyer: { buyerId: ani.code } }])

    ani.sees(seen.token ?? award.token)
    const points = await ani.get<{ points: string }[]>(`/api/buyer/${ani.id}/points`)
    expect(points.body).toMatchObject([{ points: '3.4', business: { id: cafe.id, slug: `business-${cafe.id}` } }])
    const offered = await ani.get(`/api/buyer/${ani.id}/available-perks`)
    expect(offered.body).toMatchObject([
      { id: cafe.perkIds[0], canRedeem: true, pointsRequired: '2.5' },
      { id: cafe.perkIds[1], canRedeem: false, pointsRequired: '500.0' },
    ])

    const redeemed = await ani.write<{ redemptionCode: string; balance: string }>(
      'POST',
      `/api/buyer/${ani.id}/redeem`,
      { perkId: cafe.perkIds[0] },
    )
    expect(redeemed.body.redemptionCode).toMatch(/^[2-9A-HJKMNP-Z]{8}$/)
    expect(redeemed.body.balance).toBe('0.9')
    const pending = await ani.get(`/api/buyer/${ani.id}/redemptions`)
    expect(pending.body).toMatchObject([
      { isUsed: false, redemptionCode: redeemed.body.redemptionCode, perk: { name: 'Perk for 2.5' } },
    ])

    const verified = await cafe.write('POST', `/api/business/${cafe.id}/verify-redemption`, {
      redemptionCode: ` ${redeemed.body.redemptionCode.toLowerCase()} `,
    })
    expect(verified.body).toMatchObject({ perk: { name: 'Perk for 2.5' }, buyer: { buyerId: ani.code } })
    ani.sees(verified.token)
    const used = await ani.get(`/api/buyer/${ani.id}/redemptions`)
    expect(used.body).toMatchObject([{ isUsed: true, redemptionCode: null }])

    const again = await cafe.write('POST', `/api/business/${cafe.id}/verify-redemption`, {
      redemptionCode: redeemed.body.redemptionCode,
    })
    expect([again.status, again.body.code]).toEqual([409, 'redemption_used'])
    const stats = await cafe.get(`/api/business/${cafe.id}/stats`)
    expect(stats.body).toEqual({ totalBuyers: 1, totalPointsIssued: 3.4, monthlyPoints: 3.4 })
  })

  it('cancelling refunds the redemption’s cost, whatever the perk costs now (C13)', async () => {
    const cafe = await product.business({ perks: ['10.0'] })
    const ani = await product.buyer()
    await cafe.write('POST', `/api/business/${cafe.id}/award-points`, { buyerId: ani.code, amountSpent: 6000 })
    const redeemed = await ani.write<{ redemptionId: string }>('POST', `/api/buyer/${ani.id}/redeem`, {
      perkId: cafe.perkIds[0],
    })
    await product.pool.query('UPDATE perks SET points_required = 4 WHERE id = $1', [cafe.perkIds[0]])

    const cancelled = await ani.write('DELETE', `/api/buyer/${ani.id}/redemption/${redeemed.body.redemptionId}`)
    expect(cancelled.body).toMatchObject({
      points: '10.0',
      balance: '12.0',
      message: 'Redemption cancelled and points refunded',
    })
    expect((await ani.get(`/api/buyer/${ani.id}/redemptions`)).body).toEqual([])
    const twice = await ani.write('DELETE', `/api/buyer/${ani.id}/redemption/${redeemed.body.redemptionId}`)
    expect([twice.status, twice.body.code]).toEqual([409, 'redemption_cancelled'])
  })

  it('a pending code can be shown and cancelled despite later redemptions and cancellations (R64, R66, C13)', async () => {
    const cafe = await product.business({ perks: ['10.0', '0.5'] })
    const ani = await product.buyer()
    await cafe.write('POST', `/api/business/${cafe.id}/award-points`, { buyerId: ani.code, amountSpent: 6_000 })
    const first = await ani.write<{ redemptionId: string; redemptionCode: string }>(
      'POST',
      `/api/buyer/${ani.id}/redeem`,
      { perkId: cafe.perkIds[0] },
    )
    for (let time = 0; time < 101; time += 1) {
      const { body } = await ani.write<{ redemptionId: string }>('POST', `/api/buyer/${ani.id}/redeem`, {
        perkId: cafe.perkIds[1],
      })
      expect((await ani.write('DELETE', `/api/buyer/${ani.id}/redemption/${body.redemptionId}`)).status).toBe(200)
    }

    expect((await ani.get(`/api/buyer/${ani.id}/redemptions`)).body).toMatchObject([
      { id: first.body.redemptionId, redemptionCode: first.body.redemptionCode },
    ])
    expect(
      (await ani.write('DELETE', `/api/buyer/${ani.id}/redemption/${first.body.redemptionId}`)).body,
    ).toMatchObject({ points: '10.0', balance: '12.0' })
  })

  it('a hundred redeems of 10 points at once with a balance of 50 give five redemptions and balance 0 (R233)', async () => {
    const cafe = await product.business({ perks: ['10.0'] })
    const ani = await product.buyer()
    await cafe.write('POST', `/api/business/${cafe.id}/award-points`, { buyerId: ani.code, amountSpent: 25_000 })
    const second = ani.at(await product.startSecondApi())
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        (index % 2 ? ani : second).write('POST', `/api/buyer/${ani.id}/redeem`, { perkId: cafe.perkIds[0] }),
      ),
    )
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(5)
    expect(answers.filter((answer) => answer.body.code === 'insufficient_points')).toHaveLength(95)
    for (const answer of answers) ani.sees(answer.token)
    expect((await ani.get<{ points: string }[]>(`/api/buyer/${ani.id}/points`)).body).toMatchObject([{ points: '0.0' }])
    expect((await ani.get<unknown[]>(`/api/buyer/${ani.id}/redemptions`)).body).toHaveLength(5)
  })

  it('two hundred awards at once at 990 of 1,000 give exactly ten, across processes (H11)', async () => {
    const books = await product.business({ plan: 'starter' })
    const ani = await product.buyer()
    const month = new Date(Date.now() + 4 * 3_600_000).toISOString().slice(0, 7)
    await product.pool.query('INSERT INTO quota (business_id, month, used) VALUES ($1, $2, 990)', [books.id, month])
    const second = books.at(await product.startSecondApi())
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        (index % 2 ? books : second).write('POST', `/api/business/${books.id}/award-points`, {
          buyerId: ani.code,
          amountSpent: 500,
        }),
      ),
    )
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(10)
    const refused = answers.filter((answer) => answer.status !== 200)
    expect(
      new Set(
        refused.map(
          (answer) =>
            `${answer.status} ${answer.body.message} ${(answer.body as { limitExceeded?: boolean }).limitExceeded}`,
        ),
      ),
    ).toEqual(new Set(['403 Monthly transaction limit exceeded true']))
    for (const answer of answers) ani.sees(answer.token)
    expect((await ani.get<{ points: string }[]>(`/api/buyer/${ani.id}/points`)).body).toMatchObject([
      { points: '10.0' },
    ])
    const subscription = await books.get(`/api/business/${books.id}/subscription`)
    expect(subscription.body).toMatchObject({
      transactionLimit: 1000,
      currentTransactionCount: 1000,
      canAddTransaction: false,
    })
  })

  it('a business that does not take part neither awards nor verifies, each with its own text (H28)', async () => {
    const cafe = await product.business({ perks: ['1.0'] })
    const ani = await product.buyer()
    await cafe.write('POST', `/api/business/${cafe.id}/award-points`, { buyerId: ani.code, amountSpent: 5000 })
    const redeemed = await ani.write<{ redemptionId: string; redemptionCode: string }>(
      'POST',
      `/api/buyer/${ani.id}/redeem`,
      { perkId: cafe.perkIds[0] },
    )
    const counter = await Person.signIn(product.address, cafe, PASSWORD)
    const takesPart = async (list: string) =>
      (await ani.get<{ business: { takesPart: boolean } }[]>(`/api/buyer/${ani.id}/${list}`)).body.map(
        ({ business }) => business.takesPart,
      )
    expect([await takesPart('redemptions'), await takesPart('points')]).toEqual([[true], [true]])
    await product.pool.query(`UPDATE business_profiles SET status = 'suspended' WHERE user_id = $1`, [cafe.id])
    await cachesPass()

    expect([await takesPart('redemptions'), await takesPart('points')]).toEqual([[false], [false]])
    const award = await cafe.write('POST', `/api/business/${cafe.id}/award-points`, {
      buyerId: ani.code,
      amountSpent: 500,
    })
    expect([award.status, award.body.message]).toEqual([403, 'Account Suspended'])
    const verify = await counter.write('POST', `/api/business/${cafe.id}/verify-redemption`, {
      redemptionCode: redeemed.body.redemptionCode,
    })
    expect([verify.status, verify.body.message]).toEqual([403, 'Account Suspended'])
    const another = await ani.write('POST', `/api/buyer/${ani.id}/redeem`, { perkId: cafe.perkIds[0] })
    expect([another.status, another.body.code]).toEqual([403, 'business_not_active'])
    expect((await ani.get(`/api/buyer/${ani.id}/available-perks`)).body).toEqual([])
    const cancelled = await ani.write('DELETE', `/api/buyer/${ani.id}/redemption/${redeemed.body.redemptionId}`)
    expect(cancelled.body).toMatchObject({ balance: '10.0' })
  })
})
