import { afterAll, beforeAll, expect, it } from 'vitest'
import type { BuyerVisits } from '#contracts/calls/figures.ts'
import type { Person } from '../../../../infra/testing/people/person.ts'
import { sharedProduct } from '../../../../infra/testing/servers/shared-product.ts'
import type { Product } from '../../../../infra/testing/servers/test-product.ts'

type Page = { buyers: BuyerVisits[]; next: string | null }

let product: Product
let cafe: Person
beforeAll(async () => {
  product = await sharedProduct()
  cafe = await product.business()
})
afterAll(() => product.close())

async function award(code: string, amountSpent: number): Promise<string> {
  const { body, token } = await cafe.write<{ awardId: string }>('POST', `/api/business/${cafe.id}/award-points`, {
    buyerId: code,
    amountSpent,
  })
  cafe.sees(token)
  return body.awardId
}
async function change(awardId: string, what: 'void' | 'correct', amountSpent?: number): Promise<void> {
  const { status, token } = await cafe.write('POST', `/api/business/${cafe.id}/awards/${awardId}/${what}`, {
    reason: 'The amount was wrong',
    ...(amountSpent !== undefined && { amountSpent }),
  })
  expect(status).toBe(200)
  cafe.sees(token)
}
const read = (query = '') => cafe.get<Page>(`/api/business/${cafe.id}/buyers/visits${query}`)

it('lists the buyers by their last visit, in pages, with corrected sums and without purchases undone', async () => {
  const [ani, davit] = [await product.buyer(), await product.buyer()]
  await award(ani.code, 5_000)
  await change(await award(ani.code, 123_450), 'correct', 12_345)
  await award(davit.code, 900)
  await change(await award(ani.code, 700), 'void')

  const { body } = await read()
  expect(body).toMatchObject({
    buyers: [
      { id: davit.id, buyer: { buyerId: davit.code }, visits: 1, amountSpent: 900, points: '1.8' },
      { id: ani.id, buyer: { buyerId: ani.code }, visits: 2, amountSpent: 17_345, points: '34.6' },
    ],
    next: null,
  })
  const [, second] = body.buyers
  expect(second!.firstVisitAt! < second!.lastVisitAt!).toBe(true)

  const first = await read('?limit=1')
  expect(first.body.buyers.map(({ id }) => id)).toEqual([davit.id])
  const rest = await read(`?limit=1&cursor=${first.body.next}`)
  expect([rest.body.buyers.map(({ id }) => id), rest.body.next]).toEqual([[ani.id], null])

  const ids = async (query: string) => (await read(query)).body.buyers.map(({ id }) => id)
  expect(await ids('?sort=spent')).toEqual([ani.id, davit.id])
  expect(await ids('?sort=visits&order=asc')).toEqual([davit.id, ani.id])
  expect(await ids(`?search=${ani.code.toLowerCase()}`)).toEqual([ani.id])
  expect(await ids('?search=nobody')).toEqual([])
  for (const query of ['?cursor=x', '?cursor=1', '?sort=code', '?limit=0'])
    expect([query, (await read(query)).status]).toEqual([query, 400])
})

it('shows a business its own buyers only', async () => {
  const [other, ani] = [await product.business(), await product.buyer()]
  await award(ani.code, 500)
  const own = await other.get<Page>(`/api/business/${other.id}/buyers/visits?search=${ani.code}`)
  expect(own.body.buyers).toEqual([])
  expect((await other.get(`/api/business/${cafe.id}/buyers/visits`)).status).toBe(403)
})
