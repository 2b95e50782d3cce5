/** Invoice search by what a shopkeeper says on the telephone (H36). */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Invoice, SubscriptionChange } from '#contracts/calls/billing.ts'
import { productWithAdmin } from '../../../../infra/testing/servers/product-with-admin.ts'
import { billingCalls } from './testing/calls.ts'

const { product, admin } = await productWithAdmin()
const { choose, confirm } = billingCalls(admin)

type Page = { invoices: (Invoice & { business: { id: number } })[]; next: number | null }
const list = async (query: Record<string, string | number>) =>
  (
    await admin.get<Page>(
      `/api/admin/invoices?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`,
    )
  ).body
const found = async (search: string) => (await list({ search })).invoices.map(({ number }) => number)

async function shopCalled(name: string) {
  const shop = await product.business({ plan: 'starter' })
  await product.pool.query('UPDATE business_profiles SET business_name = $2, slug = $3 WHERE user_id = $1', [
    shop.id,
    name,
    `shop-${shop.id}`,
  ])
  return shop
}

// Starts high, so that short numbers do not match every year.
beforeAll(() =>
  product.pool.query(
    `INSERT INTO invoice_numbers (year, last) VALUES (extract(year FROM now() AT TIME ZONE 'Asia/Yerevan'), 104788)`,
  ),
)

describe("the administrators' search among invoices", () => {
  it('finds an invoice by its number, in parts or as read aloud, and its refund likewise', async () => {
    const shop = await shopCalled('Գիրք')
    const charge = (await choose(shop, 'prime', 'yearly')).body.invoice?.number ?? ''
    const { body } = await confirm((await list({ search: charge })).invoices[0]?.id)
    expect(body.invoice.state).toBe('paid')
    const cancelled = await shop.write<SubscriptionChange>('POST', `/api/business/${shop.id}/subscription/cancel`, {
      refund: true,
    })
    const refund = cancelled.body.invoice?.number ?? ''
    for (const number of [charge, refund]) {
      const [htk = '', year = '', last = ''] = number.split('-')
      const typed = [
        number,
        number.toLowerCase(),
        number.replaceAll('-', ''),
        number.toLowerCase().replaceAll('-', ' '),
        number.replaceAll('-', '–'),
        ` ${number}`,
        `НТК-${year}-${last}`,
        `${htk} ${year} ${Number(last)}`,
        `${year}-${last}`,
        last,
        `${last}  գիրք`,
      ]
      for (const one of typed) expect(await found(one), one).toEqual([number])
    }
    expect(await found('HTK-1999-000001')).toEqual([])
    expect(await found('%')).toEqual([])
    expect(await found('--')).toEqual(await found(''))
  })

  it('finds a business’s by the name on them and its present name, with words in any order', async () => {
    const shop = await shopCalled('Սուրճ եւ Մեղր')
    const { number } = (await choose(shop, 'standard')).body.invoice ?? {}
    await product.pool.query(
      `UPDATE business_profiles SET business_name = 'Կոֆե Տուն', slug = 'kofe-tun-2' WHERE user_id = $1`,
      [shop.id],
    )
    for (const typed of ['սուրճ և մեղր', 'մեղր սուրճ', 'կոֆե', 'Kofe-Tun', 'տուն կոֆե'])
      expect(await found(typed), typed).toEqual([number])
    expect(await found('սուրճ տուն չկա')).toEqual([])
  })

  it('comes in pages that end, within the requested state', async () => {
    const shop = await shopCalled('Բազմահարկ')
    for (const plan of ['standard', 'prime', 'starter']) await choose(shop, plan)
    const first = await list({ search: 'բազմահարկ', limit: 2 })
    const second = await list({ search: 'բազմահարկ', limit: 2, before: first.next ?? 0 })
    const all = [...first.invoices, ...second.invoices]
    expect([first.invoices.length, second.invoices.length, second.next]).toEqual([2, 1, null])
    expect(all.map(({ business }) => business.id)).toEqual([shop.id, shop.id, shop.id])
    expect((await list({ search: 'բազմահարկ', limit: 3 })).next).toBeNull()
    expect((await list({ search: 'բազմահարկ', state: 'cancelled' })).invoices).toHaveLength(2)
    expect((await list({ search: 'բազմահարկ', state: 'paid' })).invoices).toEqual([])
  })

  it('refuses input longer than a name, and takes pattern characters literally', async () => {
    expect((await admin.get(`/api/admin/invoices?search=${'a'.repeat(101)}`)).status).toBe(400)
    for (const typed of ['\\', "'; --", '_______________________________', '\0'])
      expect((await admin.get(`/api/admin/invoices?search=${encodeURIComponent(typed)}`)).status, typed).toBeLessThan(
        500,
      )
    expect(await found('_')).toEqual([])
  })
})
