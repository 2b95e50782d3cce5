import { afterAll, beforeAll, expect, it } from 'vitest'
import { tally } from '../../../../infra/testing/tally.ts'
import { startProduct, type Product } from '../../../../infra/testing/servers/test-product.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct({ env: { RATE_LIMITS: 'on' } })
})
afterAll(() => product.close())

it('reviews are written, changed and deleted sixty times a minute each: replayed responses are stored for a week', async () => {
  const cafe = await product.business()
  const [ani, davit] = [await product.buyer(), await product.buyer()]
  const write = (who: typeof ani) =>
    who.write<{ id: number }>('POST', `/api/business/business-${cafe.id}/reviews`, { buyerId: who.id, rating: 5 })
  const [{ body: hers }, { body: his }] = [await write(ani), await write(davit)]
  const change = (who: typeof ani, id: number) =>
    who.write('PATCH', `/api/reviews/${id}`, { buyerId: who.id, rating: 4 })
  expect(await tally(65, () => change(ani, hers.id))).toEqual({ '200 undefined': 60, '429 too_many_attempts': 5 })
  expect((await change(davit, his.id)).status).toBe(200)
  expect((await ani.write('DELETE', `/api/reviews/${hers.id}`, { buyerId: ani.id })).status).toBe(200)
  expect(await tally(65, () => ani.write('DELETE', `/api/reviews/${hers.id}`, { buyerId: ani.id }))).toEqual({
    '404 review_not_found': 59,
    '429 too_many_attempts': 6,
  })
  expect(await tally(65, () => write(davit))).toEqual({ '409 review_exists': 59, '429 too_many_attempts': 6 })
})
