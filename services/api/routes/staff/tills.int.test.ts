import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Person } from '../../../../infra/testing/people/person.ts'
import { pairTill } from '../../../../infra/testing/people/till.ts'
import { lastSeenBefore } from '../../../../infra/testing/servers/caches.ts'
import { sharedProduct } from '../../../../infra/testing/servers/shared-product.ts'
import type { Product } from '../../../../infra/testing/servers/test-product.ts'

const MINUTE_MS = 60_000

let product: Product
beforeAll(async () => {
  product = await sharedProduct()
})
afterAll(() => product.close())

type Listed = { name: string; lastSeenAt: string | null }
const listOf = async (shop: Person) =>
  (await shop.get<{ tills: Listed[] }>(`/api/business/${shop.id}/tills`)).body.tills

it('the owner’s list says when each till was last seen, and nothing of one that is not paired yet', async () => {
  const cafe = await product.business()
  await cafe.write('POST', `/api/business/${cafe.id}/tills`, { name: 'Unpaired' })
  const from = Date.now()
  const till = await pairTill(product, cafe, { name: 'Window' })
  const seen = async () => {
    const tills = await listOf(cafe)
    expect(tills).toMatchObject([{ name: 'Unpaired', lastSeenAt: null }, { name: 'Window' }])
    return Date.parse(tills[1]!.lastSeenAt ?? '')
  }
  const paired = await seen()
  expect(paired).toBeGreaterThanOrEqual(from)

  await till.get('/api/till')
  expect(await seen()).toBe(paired)
  await lastSeenBefore(product.services.redisUrl, 11 * MINUTE_MS)
  await till.get('/api/till')
  expect(await seen()).toBeGreaterThan(paired)
})
