/** The invoice register on screen and as a file (H36). */
import { expect, it } from 'vitest'
import type { InvoiceRegister, SubscriptionChange } from '#contracts/calls/billing.ts'
import { yerevanMonth } from '#contracts/units/time.ts'
import { productWithAdmin } from '../../../../infra/testing/servers/product-with-admin.ts'
import { rowsIn } from '../../../../infra/testing/read-workbook.ts'
import { billingCalls } from './testing/calls.ts'

const { product, admin } = await productWithAdmin()
const { choose, confirm } = billingCalls(admin)
const register = async (query = '') => (await admin.get<InvoiceRegister>(`/api/admin/invoices/register${query}`)).body

it('shows this month by default, with the same in its file', async () => {
  const month = yerevanMonth(new Date())
  const nothing = { openingAmd: 0, issuedAmd: 0, withdrawnAmd: 0, settledAmd: 0, closingAmd: 0 }
  expect(await register()).toEqual({ month, firstMonth: month, charges: nothing, refunds: nothing, netAmd: 0 })

  const [cafe, books] = [await product.business({ plan: 'starter' }), await product.business({ plan: 'starter' })]
  await product.pool.query(`UPDATE users SET tax_id = '01234567' WHERE id = $1`, [cafe.id])
  await confirm((await choose(cafe, 'prime', 'yearly')).body.invoice?.id)
  const refund = await cafe.write<SubscriptionChange>('POST', `/api/business/${cafe.id}/subscription/cancel`, {
    refund: true,
  })
  await choose(books, 'standard', 'yearly')
  await choose(books, 'standard', 'monthly')
  const sums = {
    charges: {
      openingAmd: 0,
      issuedAmd: 399_000 + 149_000 + 14_900,
      withdrawnAmd: 149_000,
      settledAmd: 399_000,
      closingAmd: 14_900,
    },
    refunds: { openingAmd: 0, issuedAmd: 399_000, withdrawnAmd: 0, settledAmd: 0, closingAmd: 399_000 },
  }
  expect(await register(`?month=${month}`)).toEqual({ month, firstMonth: month, ...sums, netAmd: 399_000 })
  await confirm(refund.body.invoice?.id)
  expect(await register()).toMatchObject({ refunds: { settledAmd: 399_000, closingAmd: 0 }, netAmd: 0 })
  expect(await register('?month=2020-01')).toMatchObject({ month: '2020-01', charges: nothing, refunds: nothing })

  const file = (query: string) =>
    fetch(`${product.address}/api/admin/invoices/register.xlsx?language=en${query}`, {
      headers: { cookie: admin.cookie },
    })
  const [answer, ofThisMonth] = [await file(`&month=${month}`), await file('')]
  for (const { status, headers } of [answer, ofThisMonth])
    expect([status, headers.get('content-disposition')]).toEqual([
      200,
      `attachment; filename="hatik-invoices-${month}.xlsx"`,
    ])
  const rows = await rowsIn(Buffer.from(await answer.arrayBuffer()))
  const lines = rows.filter(([first]) => String(first).startsWith('HTK-'))
  expect(
    lines.map(
      ([, , business, taxId, what, , , issued = null, , withdrawn = null, , settled = null, reference = null]) => [
        business,
        taxId,
        what,
        issued,
        withdrawn,
        settled,
        reference,
      ],
    ),
  ).toEqual([
    [`Business ${cafe.id}`, '01234567', 'Hatik, Prime plan, one year', 399_000, null, 399_000, 'T-1'],
    [`Business ${cafe.id}`, '01234567', `Refund of invoice ${String(lines[0]?.[0])}`, -399_000, null, -399_000, 'T-1'],
    [`Business ${books.id}`, null, 'Hatik, Standard plan, one year', 149_000, 149_000, null, null],
    [`Business ${books.id}`, null, 'Hatik, Standard plan, one month', 14_900, null, null, null],
  ])
  expect(rows.at(-1)).toEqual(['Total', null, null, null, null, null, null, 163_900, null, 149_000, null, 0])
  await product.pool.query(`UPDATE invoices SET issued_at = '2025-12-31T20:30:00Z' WHERE number = $1`, [lines[0]?.[0]])
  expect((await register()).firstMonth, 'in Armenia it is January').toBe('2026-01')
})

it('refuses an invalid month', async () => {
  for (const query of ['?month=2026-13', '?month=2026', '.xlsx?month=2026-1']) {
    expect([query, (await admin.get(`/api/admin/invoices/register${query}`)).status]).toEqual([query, 400])
  }
})
