/** Simultaneous plan calls use one connection each, so that none waits for another. */
import { expect, it } from 'vitest'
import type { Invoice, SubscriptionChange } from '#contracts/calls/billing.ts'
import type { Person } from '../../../../infra/testing/people/person.ts'
import { productWithAdmin } from '../../../../infra/testing/servers/product-with-admin.ts'

/** More than the API's connections. */
const MANY = 16

const { product, admin } = await productWithAdmin()

const choose = (shop: Person, plan: string) =>
  shop.write<SubscriptionChange>('POST', `/api/business/${shop.id}/subscription`, { plan, cycle: 'monthly' })
const times = <T>(make: (index: number) => T): T[] => Array.from({ length: MANY }, (_, index) => make(index))

it('a plan chosen many times at once is answered each time, leaving one open invoice (H36)', async () => {
  const cafe = await product.business({ plan: 'starter' })
  const answers = await Promise.all(times((index) => choose(cafe, index % 2 ? 'prime' : 'standard')))
  expect(answers.map(({ status }) => status)).toEqual(times(() => 200))
  expect(answers.map(({ body }) => body.invoice?.payment?.purpose)).toEqual(
    answers.map(({ body }) => body.invoice?.number),
  )
  const states = (await cafe.get<Invoice[]>(`/api/business/${cafe.id}/invoices`)).body.map(({ state }) => state)
  expect(states).toEqual(['open', ...times(() => 'cancelled').slice(1)])
})

it('many payments that count the awards of the month are confirmed at once (H11)', async () => {
  const shops = await Promise.all(times(() => product.business({ plan: 'prime' })))
  const bills = await Promise.all(shops.map((shop) => choose(shop, 'starter')))
  const answers = await Promise.all(
    bills.map(({ body }) => admin.write('POST', `/api/admin/invoices/${body.invoice?.id}/confirm`, {})),
  )
  expect(answers.map(({ status }) => status)).toEqual(times(() => 200))
})
