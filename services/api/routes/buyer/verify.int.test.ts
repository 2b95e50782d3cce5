import { afterAll, beforeAll, expect, it } from 'vitest'
import type { BuyerVerifyReply } from '#contracts/calls/business.ts'
import { sharedProduct } from '../../../../infra/testing/servers/shared-product.ts'
import type { Product } from '../../../../infra/testing/servers/test-product.ts'

let product: Product
beforeAll(async () => {
  product = await sharedProduct()
})
afterAll(() => product.close())

it('tells a business the balance, the perks it covers and the next one, of this buyer at this business only (H16)', async () => {
  const [cafe, books, ani] = await Promise.all([
    product.business({ plan: 'prime', perks: ['3.0', '1.0', '12.5', '20.0'] }),
    product.business({ plan: 'prime', perks: ['2.0'] }),
    product.buyer(),
  ])
  const look = async (shop: typeof cafe) =>
    (await shop.get<BuyerVerifyReply>(`/api/buyer/verify/${ani.code}`)).body.here
  expect(await look(cafe)).toMatchObject({ balance: '0.0', affordable: [], next: { pointsRequired: '1.0' } })
  const award = { buyerId: ani.code, amountSpent: 2_000 }
  expect((await cafe.write('POST', `/api/business/${cafe.id}/award-points`, award)).status).toBe(200)
  expect(await look(cafe)).toMatchObject({
    balance: '4.0',
    affordable: [{ pointsRequired: '1.0' }, { pointsRequired: '3.0' }],
    next: { pointsRequired: '12.5' },
  })
  expect(await look(books)).toMatchObject({ balance: '0.0', affordable: [], next: { pointsRequired: '2.0' } })
  expect(
    (await cafe.write('POST', `/api/business/${cafe.id}/award-points`, { ...award, amountSpent: 8_000 })).status,
  ).toBe(200)
  expect(await look(cafe)).toMatchObject({ balance: '20.0', next: null })
})
