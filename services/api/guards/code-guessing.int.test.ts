/** Redemption codes (H15) and buyer codes (H16) cannot be guessed at the till. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BUYER_CODE_LETTERS, REDEMPTION_CODE_ALPHABET } from '#contracts/units/codes.ts'
import { createRedis } from '#platform/redis/redis.ts'
import type { Person } from '../../../infra/testing/people/person.ts'
import { startProduct, type Product } from '../../../infra/testing/servers/test-product.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct({ env: { RATE_LIMITS: 'on' } })
})
afterAll(() => product.close())

const award = (shop: Person, buyerId: string, key?: string, amountSpent = 5_000) =>
  shop.write('POST', `/api/business/${shop.id}/award-points`, { buyerId, amountSpent }, key)
const verify = (shop: Person, redemptionCode: string) =>
  shop.write('POST', `/api/business/${shop.id}/verify-redemption`, { redemptionCode })
const tally = (answers: { status: number; body: { code?: string } }[]) => {
  const told: Record<string, number> = {}
  for (const { status, body } of answers)
    told[`${status} ${body.code ?? ''}`.trim()] = (told[`${status} ${body.code ?? ''}`.trim()] ?? 0) + 1
  return told
}
/** Well formed; existing only by a chance of one in millions of millions. */
const wrongCode = (index: number) =>
  `ZZZZZZ${REDEMPTION_CODE_ALPHABET[Math.floor(index / 31)]}${REDEMPTION_CODE_ALPHABET[index % 31]}`
const codeOfNobody = (index: number) =>
  `ZZ9${BUYER_CODE_LETTERS[Math.floor(index / 24)]}${BUYER_CODE_LETTERS[index % 24]}Z`

function expectToBeToldToWait({ status, headers }: { status: number; headers: Headers }, mostSeconds: number): void {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  expect([status, seconds >= 1 && seconds <= mostSeconds]).toEqual([429, true])
}

describe('redemption codes (H15)', () => {
  it('looks up ten of fifty concurrent wrong codes and refuses only that business', async () => {
    const [cafe, other] = [await product.business(), await product.business()]
    const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => verify(cafe, wrongCode(index))))
    expect(tally(answers)).toEqual({ '404 redemption_not_found': 10, '429 too_many_attempts': 40 })
    expect((await verify(cafe, wrongCode(60))).body).toMatchObject({
      code: 'too_many_attempts',
      message: 'Too many attempts, please try again later',
    })
    expect((await verify(other, wrongCode(0))).status).toBe(404)
    expectToBeToldToWait(await verify(cafe, wrongCode(61)), 60)
  })

  it('counts wrong codes that are only looked at with those of the verification', async () => {
    const cafe = await product.business()
    for (let index = 0; index < 5; index += 1) {
      expect((await cafe.get(`/api/business/${cafe.id}/redemptions/${wrongCode(index)}`)).status).toBe(404)
      expect((await verify(cafe, wrongCode(index + 5))).status).toBe(404)
    }
    const refused = await cafe.get(`/api/business/${cafe.id}/redemptions/${wrongCode(10)}`)
    expect([refused.status, refused.body]).toMatchObject([429, { code: 'too_many_attempts' }])
    expectToBeToldToWait(await verify(cafe, wrongCode(11)), 60)
  })

  it('starts the minute with the first wrong code and never extends it', async () => {
    const cafe = await product.business()
    const redis = createRedis(product.services.redisUrl)
    try {
      expect((await verify(cafe, wrongCode(0))).status).toBe(404)
      await redis.expire(`hatik:wrong-codes:${cafe.id}`, 20)
      expect((await verify(cafe, wrongCode(1))).status).toBe(404)
      expect(await redis.ttl(`hatik:wrong-codes:${cafe.id}`)).toBeLessThanOrEqual(20)
    } finally {
      redis.disconnect()
    }
  })

  it('does not count right codes, in sequence or at once', async () => {
    const cafe = await product.business({ perks: ['1.0'] })
    const ani = await product.buyer()
    await award(cafe, ani.code)
    const redeem = async () =>
      (await ani.write<{ redemptionCode: string }>('POST', `/api/buyer/${ani.id}/redeem`, { perkId: cafe.perkIds[0] }))
        .body.redemptionCode
    for (let wrong = 0; wrong < 9; wrong += 1) expect((await verify(cafe, wrongCode(wrong))).status).toBe(404)
    // Only one slot is left.
    const codes = [await redeem(), await redeem(), await redeem()]
    expect(tally(await Promise.all(codes.map((code) => verify(cafe, code))))).toEqual({ '200': 3 })
    for (let more = 0; more < 5; more += 1) expect((await verify(cafe, await redeem())).status).toBe(200)
    expect((await verify(cafe, wrongCode(9))).status).toBe(404)
    expect((await verify(cafe, wrongCode(10))).status).toBe(429)
  })
})

describe('buyer codes (H16)', () => {
  it("reveals at most 120 unknown codes a minute by a used key, then refuses the business's awards", async () => {
    const [cafe, other] = [await product.business(), await product.business()]
    const [ani, davit] = [await product.buyer(), await product.buyer()]
    const key = randomUUID()
    expect((await award(cafe, ani.code, key)).status).toBe(200)
    expect((await award(cafe, davit.code, key)).status).toBe(422)
    const first = []
    for (let index = 0; index < 20; index += 1) first.push(await award(cafe, codeOfNobody(index), key))
    expect(tally(first)).toEqual({ '404 buyer_not_found': 20 })
    const burst = await Promise.all(
      Array.from({ length: 150 }, (_, index) => award(cafe, codeOfNobody(20 + index), key)),
    )
    expect(tally(burst)).toEqual({ '404 buyer_not_found': 100, '429 too_many_attempts': 50 })
    for (const code of [davit.code, ani.code, codeOfNobody(200)]) {
      expect(await award(cafe, code, key)).toMatchObject({
        status: 429,
        body: { message: 'Too many attempts, please try again later' },
      })
    }
    expectToBeToldToWait(await award(cafe, ani.code), 60)
    expect((await award(other, ani.code)).status).toBe(200)
  })

  it('does not count right codes', async () => {
    const cafe = await product.business()
    const ani = await product.buyer()
    const answers = await Promise.all(Array.from({ length: 150 }, () => award(cafe, ani.code)))
    expect(tally(answers)).toEqual({ '200': 150 })
  })
})
