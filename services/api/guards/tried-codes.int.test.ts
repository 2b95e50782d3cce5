import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { createRedis } from '#platform/redis/redis.ts'
import { startProduct } from '../../../infra/testing/servers/test-product.ts'
import { createTriedCodes } from './tried-codes.ts'

const PER_DAY = 1_000

it('limits buyer codes tried per day without an award, known or not, by lookup or by award (H16)', async () => {
  const product = await startProduct({ env: { RATE_LIMITS: 'on' } })
  const redis = createRedis(product.services.redisUrl)
  try {
    const [cafe, other, ani, davit, nare] = await Promise.all([
      product.business(),
      product.business(),
      product.buyer(),
      product.buyer(),
      product.buyer(),
    ])
    const look = (code: string, shop = cafe) => shop.get(`/api/buyer/verify/${code}`)
    const award = (buyerId: string, key = randomUUID()) =>
      cafe.write('POST', `/api/business/${cafe.id}/award-points`, { buyerId, amountSpent: 500 }, key)
    const tried = () => redis.scard(`hatik:tried-codes:${cafe.id}`)

    // The look-up and the refused award count once each; a successful award stops counting.
    const key = randomUUID()
    expect([(await look(ani.code)).status, (await look(ani.code)).status, await tried()]).toEqual([200, 200, 1])
    expect((await award(ani.code, key)).status).toBe(200)
    await expect.poll(tried).toBe(0)
    expect([(await award(davit.code, key)).body.code, await tried()]).toEqual(['idempotency_key_reused', 1])
    expect([(await award('ZZ0000')).body.code, await tried()]).toEqual(['buyer_not_found', 2])

    const counted = createTriedCodes(redis, { enabled: true })
    for (let code = 0; code < PER_DAY - 2; code += 1) await counted.count(cafe.id, `code ${code}`)
    // Codes tried before reveal nothing new.
    expect([(await look('ZZ0000')).status, (await look(davit.code)).status]).toEqual([404, 200])
    for (const refused of [
      await look('ZZ0001'),
      await look(ani.code),
      await award('ZZ0002'),
      await award(nare.code, key),
    ]) {
      expect([refused.status, refused.body.code]).toEqual([429, 'too_many_attempts'])
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60)
    }
    expect((await award(ani.code)).status).toBe(200)
    expect((await look('ZZ0001', other)).status).toBe(404)
  } finally {
    redis.disconnect()
    await product.close()
  }
})
