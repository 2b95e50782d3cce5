import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedProduct } from '../../../../infra/testing/servers/shared-product.ts'
import type { Product } from '../../../../infra/testing/servers/test-product.ts'
import { waitUntil } from '../../../../infra/testing/wait-until.ts'

let product: Product
beforeAll(async () => {
  product = await sharedProduct()
})
afterAll(() => product.close())

type Shop = Awaited<ReturnType<Product['business']>>
type AwardAnswer = { awardId: string; points: number; balance: string }
type Line = {
  awardId: string
  buyerId: string
  points: number
  receipt: string | null
  recordedAt: string
  happenedAt: string
  voided: { reason: string } | null
  undo: { possible: boolean; why: string | null; until: string; balance: string | null; balanceAfter: string | null }
}
type Lines = { awards: Line[]; next: string | null }

const award = (shop: Shop, buyerId: string, amountSpent: number, more: object = {}, key: string = randomUUID()) =>
  shop.write<AwardAnswer>('POST', `/api/business/${shop.id}/award-points`, { buyerId, amountSpent, ...more }, key)
/** Retries while busy: until the receipt's other award is decided. */
const awardUntilTold = (
  shop: Shop,
  buyerId: string,
  amountSpent: number,
  receipt: string,
  key: string = randomUUID(),
) =>
  waitUntil('a definite answer', async () => {
    const answer = await award(shop, buyerId, amountSpent, { receipt }, key)
    return answer.status !== 503 && answer
  })
const undo = (shop: Shop, awardId: string, reason = 'Wrong amount', key: string = randomUUID()) =>
  shop.write<{ points: number; balance: string }>(
    'POST',
    `/api/business/${shop.id}/awards/${awardId}/void`,
    { reason },
    key,
  )
const lines = async (shop: Shop, query = '') => (await shop.get<Lines>(`/api/business/${shop.id}/awards${query}`)).body

describe('the last awards (H4)', () => {
  it('come newest first, in pages, each with the effect of voiding it', async () => {
    const cafe = await product.business()
    const ani = await product.buyer()
    for (const amount of [500, 1_000, 1_500, 2_000, 2_500]) await award(cafe, ani.code, amount)
    const first = await lines(cafe, '?limit=2')
    expect(first.awards.map(({ points, buyerId, undo }) => [points, buyerId, undo.balance, undo.balanceAfter])).toEqual(
      [
        [5, ani.code, '15.0', '10.0'],
        [4, ani.code, '15.0', '11.0'],
      ],
    )
    const second = await lines(cafe, `?limit=2&before=${first.next}`)
    const third = await lines(cafe, `?limit=2&before=${second.next}`)
    expect([...second.awards, ...third.awards].map(({ points }) => points)).toEqual([3, 2, 1])
    expect(third.next).toBeNull()
    const {
      recordedAt,
      undo: { until },
    } = first.awards[0]!
    expect(Date.parse(until) - Date.parse(recordedAt)).toBe(24 * 60 * 60 * 1000)
  })

  it('say why one cannot be voided: already voided, spent, too late', async () => {
    const cafe = await product.business({ perks: ['1.0'] })
    const [ani, davit] = [await product.buyer(), await product.buyer()]
    const done = await award(cafe, ani.code, 1_000)
    await undo(cafe, done.body.awardId, 'Another person')
    await award(cafe, davit.code, 500)
    const redeemed = await davit.write('POST', `/api/buyer/${davit.id}/redeem`, { perkId: cafe.perkIds[0] })
    cafe.sees(redeemed.token)
    const listed = await lines(cafe)
    expect(
      listed.awards.map(({ undo: { possible, why, balanceAfter }, voided }) => [
        possible,
        why,
        balanceAfter,
        voided?.reason ?? null,
      ]),
    ).toEqual([
      [false, 'already_spent', null, null],
      [false, 'already_voided', null, 'Another person'],
    ])
  })
})

describe('voiding an award (H3, H4)', () => {
  it('takes back the whole award and returns the balance; figures and lists follow; the place in the month stays used', async () => {
    const cafe = await product.business({ plan: 'starter' })
    const ani = await product.buyer()
    await award(cafe, ani.code, 500)
    const wrong = await award(cafe, ani.code, 50_000)
    const back = await undo(cafe, wrong.body.awardId)
    expect([back.status, back.body]).toEqual([
      200,
      {
        awardId: wrong.body.awardId,
        points: 100,
        buyerId: ani.code,
        balance: '1.0',
        message: '100 points taken back',
      },
    ])
    expect((await cafe.get(`/api/business/${cafe.id}/stats`)).body).toMatchObject({
      totalPointsIssued: 1,
      monthlyPoints: 1,
    })
    expect((await cafe.get(`/api/business/${cafe.id}/subscription`)).body).toMatchObject({ currentTransactionCount: 2 })
  })

  it('works once: the same key replays the response, another key is refused', async () => {
    const cafe = await product.business()
    const ani = await product.buyer()
    const made = await award(cafe, ani.code, 5_000)
    const key = randomUUID()
    const first = await undo(cafe, made.body.awardId, 'Wrong amount', key)
    const again = await undo(cafe, made.body.awardId, 'Wrong amount', key)
    expect([again.status, again.body, again.headers.get('idempotency-replayed')]).toEqual([200, first.body, 'true'])
    const other = await undo(cafe, made.body.awardId)
    expect([other.status, other.body.message]).toEqual([409, 'Award has already been undone'])
    expect(
      (await ani.get(`/api/buyer/${ani.id}/points`, { 'consistency-token': first.token ?? '0' })).body,
    ).toMatchObject([{ points: '0.0' }])
  })

  it('is refused if the points are spent, without a reason, for a foreign or unknown award, and while suspended', async () => {
    const cafe = await product.business({ perks: ['1.0'] })
    const books = await product.business()
    const ani = await product.buyer()
    const made = await award(cafe, ani.code, 500)
    await ani.write('POST', `/api/buyer/${ani.id}/redeem`, { perkId: cafe.perkIds[0] })
    const spent = await undo(cafe, made.body.awardId)
    expect([spent.status, spent.body.message]).toEqual([409, 'The points of this award have already been spent'])
    expect((await undo(cafe, made.body.awardId, '  ')).status).toBe(400)
    expect((await undo(books, made.body.awardId)).status).toBe(404)
    const unknown = await undo(cafe, randomUUID())
    expect([unknown.status, unknown.body.message]).toEqual([404, 'Award not found'])
    expect((await undo(cafe, 'not-an-id')).status).toBe(400)
    expect(
      (await cafe.send('POST', `/api/business/${cafe.id}/awards/${made.body.awardId}/void`, { reason: 'No key' }))
        .status,
    ).toBe(400)
    const later = await award(cafe, (await product.buyer()).code, 500)
    await product.pool.query(`UPDATE business_profiles SET status = 'suspended' WHERE user_id = $1`, [cafe.id])
    const suspended = await waitUntil('the suspension takes effect', async () => {
      // A new key each time, because a replayed response would not change.
      const answer = await undo(cafe, later.body.awardId, 'Too late')
      return answer.status === 403 && answer
    })
    expect(suspended.body.message).toBe('Account Suspended')
  })
})

describe('one receipt, one award', () => {
  it('40 at once for one receipt at two processes award it once; the others are refused, and nothing else is written', async () => {
    const cafe = await product.business()
    const second = cafe.at(await product.startSecondApi()) as Shop
    const buyers = await Promise.all(Array.from({ length: 4 }, () => product.buyer()))
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        awardUntilTold(Object.assign(index % 2 ? cafe : second, {}), buyers[index % 4]!.code, 1_000, 'F-0001'),
      ),
    )
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, ...Array<number>(39).fill(409)])
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'receipt_already_awarded' })
    expect((await lines(cafe)).awards.map(({ receipt }) => receipt)).toEqual(['F-0001'])
  })

  it('matches other spellings, is free at another business, and never delays an award without one', async () => {
    const cafe = await product.business()
    const books = await product.business()
    const ani = await product.buyer()
    expect((await award(cafe, ani.code, 500, { receipt: ' ab 12 ' })).status).toBe(200)
    expect((await award(cafe, ani.code, 500, { receipt: 'AB12' })).status).toBe(409)
    expect((await award(books, ani.code, 500, { receipt: 'AB12' })).status).toBe(200)
    expect((await award(cafe, ani.code, 500)).status).toBe(200)
    expect((await award(cafe, ani.code, 500)).status).toBe(200)
  })

  it('a retry finds its own receipt; another receipt under the same key is 422', async () => {
    const cafe = await product.business()
    const ani = await product.buyer()
    const key = randomUUID()
    const first = await award(cafe, ani.code, 500, { receipt: 'R1' }, key)
    const again = await award(cafe, ani.code, 500, { receipt: 'R1' }, key)
    expect([again.status, again.body]).toEqual([200, first.body])
    expect((await award(cafe, ani.code, 500, { receipt: 'R2' }, key)).status).toBe(422)
    expect((await award(cafe, ani.code, 500, { receipt: 'R2' })).status).toBe(200)
  })

  it('is free again after its award was voided, and the first award still replays its response', async () => {
    const cafe = await product.business()
    const ani = await product.buyer()
    const key = randomUUID()
    const wrong = await award(cafe, ani.code, 50_000, { receipt: 'R7' }, key)
    await undo(cafe, wrong.body.awardId)
    const answers = await Promise.all(Array.from({ length: 8 }, () => awardUntilTold(cafe, ani.code, 5_000, 'R7')))
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, ...Array<number>(7).fill(409)])
    const retried = await award(cafe, ani.code, 50_000, { receipt: 'R7' }, key)
    expect([retried.status, retried.body.awardId]).toEqual([200, wrong.body.awardId])
    expect((await award(cafe, ani.code, 5_000, { receipt: 'R7' })).status).toBe(409)
  })

  it('is released when the award is refused for good: the month was full', async () => {
    const cafe = await product.business({ plan: 'starter' })
    const ani = await product.buyer()
    const { countAtLeast } = await import('#businesses/counter/quota.ts')
    const { yerevanMonth } = await import('#contracts/units/time.ts')
    await countAtLeast(product.pool, cafe.id, yerevanMonth(new Date()), 1_000)
    const refused = await award(cafe, ani.code, 500, { receipt: 'R9' })
    expect([refused.status, refused.body]).toMatchObject([403, { limitExceeded: true }])
    const held = await product.pool.query('SELECT count(*)::int AS n FROM receipts WHERE business_id = $1', [cafe.id])
    expect(held.rows).toEqual([{ n: 0 }])
  })
})

describe('awards that a counter made offline', () => {
  const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
  const DAY_MS = 24 * 60 * 60 * 1000

  it('keep their own time beside the recording time, and are written once however often sent', async () => {
    const cafe = await product.business()
    const ani = await product.buyer()
    const key = randomUUID()
    const happenedAt = ago(3 * DAY_MS)
    const answers = await Promise.all(Array.from({ length: 5 }, () => award(cafe, ani.code, 500, { happenedAt }, key)))
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200))
    const { awards } = await lines(cafe)
    expect(awards).toHaveLength(1)
    expect(awards[0]?.happenedAt).toBe(happenedAt)
    expect(Date.parse(awards[0]!.recordedAt) - Date.parse(happenedAt)).toBeGreaterThan(2.9 * DAY_MS)
  })

  it('are refused from the future and after seven days, with a displayable reason', async () => {
    const cafe = await product.business()
    const ani = await product.buyer()
    for (const happenedAt of [
      ago(-10 * 60 * 1000),
      ago(8 * DAY_MS),
      '0000-01-01T00:00:00Z',
      '9999-12-31T23:59:59-14:00',
    ]) {
      const refused = await award(cafe, ani.code, 500, { happenedAt })
      expect([refused.status, refused.body.code]).toEqual([400, 'happened_at_refused'])
    }
    expect((await award(cafe, ani.code, 500, { happenedAt: 'yesterday' })).status).toBe(400)
    expect((await award(cafe, ani.code, 500, { happenedAt: ago(7 * DAY_MS - 60_000) })).status).toBe(200)
    // A clock one minute ahead is accepted, and clamped to the recording time.
    expect((await award(cafe, ani.code, 500, { happenedAt: ago(-60_000) })).status).toBe(200)
    const { awards } = await lines(cafe)
    expect(Date.parse(awards[0]!.happenedAt)).toBeLessThanOrEqual(Date.parse(awards[0]!.recordedAt))
  })
})
