import { afterAll, beforeAll, expect, it } from 'vitest'
import { addStaff, pairTill, unlock } from '../../../../infra/testing/people/till.ts'
import { startProduct, type Product } from '../../../../infra/testing/servers/test-product.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct({ env: { RATE_LIMITS: 'on' } })
})
afterAll(() => product.close())

it('locks a person after five wrong PINs, at this till only', async () => {
  const cafe = await product.business()
  const staffId = await addStaff(cafe)
  const [till, other] = [await pairTill(product, cafe), await pairTill(product, cafe)]
  for (let pin = 0; pin < 5; pin += 1) expect((await unlock(till, staffId, `000${pin}`)).body.code).toBe('wrong_pin')
  const refused = await unlock(till, staffId)
  expect([refused.status, refused.body.code]).toEqual([429, 'too_many_attempts'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await unlock(other, staffId)).status).toBe(200)
})
