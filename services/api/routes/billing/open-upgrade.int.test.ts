import { expect, it } from 'vitest'
import type { SubscriptionChange } from '#contracts/calls/billing.ts'
import type { Subscription } from '#contracts/calls/business.ts'
import type { Person } from '../../../../infra/testing/people/person.ts'
import { waitUntil } from '../../../../infra/testing/wait-until.ts'
import { productWithAdmin } from '../../../../infra/testing/servers/product-with-admin.ts'

const { product, admin } = await productWithAdmin()

const choose = (shop: Person, plan: string) =>
  shop.write<SubscriptionChange>('POST', `/api/business/${shop.id}/subscription`, { plan, cycle: 'monthly' })
const confirm = (invoiceId: number | undefined) => admin.write('POST', `/api/admin/invoices/${invoiceId}/confirm`, {})
const awaits = (shop: Person, expected: boolean) =>
  waitUntil(`the upgrade ${expected ? 'waits' : 'does not wait'}`, async () => {
    const { body } = await shop.get<Subscription>(`/api/business/${shop.id}/subscription`)
    return body.upgradeAwaitsPayment === expected
  })

it('a business sees its unpaid upgrade and undoes it; payment of that is refused, not failed (H38)', async () => {
  const cafe = await product.business({ plan: 'starter' })
  const first = await choose(cafe, 'starter')
  await awaits(cafe, false)
  await confirm(first.body.invoice?.id)
  const upgrade = await choose(cafe, 'prime')
  await awaits(cafe, true)
  expect((await choose(cafe, 'starter')).body).toMatchObject({ outcome: 'changed', plan: 'starter', invoice: null })
  await awaits(cafe, false)
  const refused = await confirm(upgrade.body.invoice?.id)
  expect([refused.status, refused.body.code]).toEqual([409, 'invoice_not_open'])
})

it('an upgrade that credits an ended period is not confirmed; the invoice is withdrawn and the business told, even before the chore (H38)', async () => {
  const cafe = await product.business({ plan: 'starter' })
  await confirm((await choose(cafe, 'starter')).body.invoice?.id)
  const { body } = await choose(cafe, 'prime')
  // Suspended, so that the product's chore skips it.
  await product.pool.query(
    `UPDATE business_profiles SET status = 'suspended', subscription_end_date = now() - interval '1 second' WHERE user_id = $1`,
    [cafe.id],
  )
  const refused = await confirm(body.invoice?.id)
  expect([refused.status, refused.body]).toMatchObject([
    409,
    { code: 'invoice_expired', message: 'The period that this invoice set off has ended' },
  ])
  const { rows } = await product.pool.query('SELECT state FROM invoices WHERE id = $1', [body.invoice?.id])
  expect(rows).toEqual([{ state: 'cancelled' }])
  const mail = await product.mailTo(cafe.email, new RegExp(`^Invoice ${body.invoice?.number} is no longer valid$`))
  expect(mail.text).toContain('choose it again')
})
