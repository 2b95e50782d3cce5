/** Rows restored from an older backup than the event store's: repeating a write finds its event already in the log. */
import { expect, it } from 'vitest'
import { BUSINESS_EVENT_DATA, businessStream } from '#contracts/events/business-events.ts'
import type { Invoice, SubscriptionChange } from '#contracts/calls/billing.ts'
import { recordEvents, systemCommandId } from '#platform/outbox/event-outbox.ts'
import { inTransaction } from '#platform/postgres/transaction.ts'
import { planChangesOf } from '../../../infra/testing/people/business-events.ts'
import type { Person } from '../../../infra/testing/people/person.ts'
import { productWithAdmin } from '../../../infra/testing/servers/product-with-admin.ts'

const { product, admin } = await productWithAdmin()

const choose = async (shop: Person, plan: string) =>
  (await shop.write<SubscriptionChange>('POST', `/api/business/${shop.id}/subscription`, { plan, cycle: 'monthly' }))
    .body.invoice?.id
const confirm = (invoiceId: number | undefined) =>
  admin.write<{ invoice: Invoice }>('POST', `/api/admin/invoices/${invoiceId}/confirm`, {})
const planOf = async (shop: Person) =>
  (
    await product.pool.query<{ plan: string }>(
      'SELECT subscription_plan AS plan FROM business_profiles WHERE user_id = $1',
      [shop.id],
    )
  ).rows[0]?.plan
const backToStarter = (shop: Person) =>
  product.pool.query(
    `UPDATE business_profiles SET subscription_plan = 'starter', subscription_start_date = NULL, subscription_end_date = NULL WHERE user_id = $1`,
    [shop.id],
  )

it('a business that the log says has closed closes again (H25)', async () => {
  const cafe = await product.business({ perks: ['1.0'] })
  await inTransaction(product.pool, (client) =>
    recordEvents(
      client,
      businessStream(cafe.id),
      BUSINESS_EVENT_DATA,
      [{ type: 'BusinessClosed', data: { from: 'active' } }],
      {
        commandId: systemCommandId(`close-business:${cafe.id}`),
        actor: { userId: cafe.id, role: 'business' },
        correlationId: 'test',
        at: new Date(),
      },
    ),
  )
  expect((await cafe.write('DELETE', `/api/auth/account/${cafe.id}`)).status).toBe(200)
  const { rows } = await product.pool.query('SELECT status FROM business_profiles WHERE user_id = $1', [cafe.id])
  expect(rows).toEqual([{ status: 'closed' }])
  expect(
    (await product.pool.query('SELECT type FROM event_outbox WHERE stream = $1', [businessStream(cafe.id)])).rows,
  ).toEqual([{ type: 'BusinessClosed' }])
})

it('an invoice that the log says is paid is paid again, and the plan holds (H36)', async () => {
  const cafe = await product.business({ plan: 'starter' })
  const invoiceId = await choose(cafe, 'standard')
  await confirm(invoiceId)
  await product.pool.query(
    `UPDATE invoices SET state = 'open', paid_at = NULL, confirmed_by = NULL, period_start = NULL, period_end = NULL WHERE id = $1`,
    [invoiceId],
  )
  await backToStarter(cafe)
  expect(await confirm(invoiceId)).toMatchObject({
    status: 200,
    body: { invoice: { state: 'paid', plan: 'standard' } },
  })
  expect(await planOf(cafe)).toBe('standard')
  expect(await planChangesOf(product, cafe.id)).toEqual(['starter>standard'])
})

it("the payment of an invoice with a lost one's id is also in the log (H36)", async () => {
  const cafe = await product.business({ plan: 'starter' })
  const lost = await choose(cafe, 'standard')
  await confirm(lost)
  await product.pool.query('DELETE FROM invoice_transfers WHERE invoice_id = $1', [lost])
  await product.pool.query('DELETE FROM invoices WHERE id = $1', [lost])
  await product.pool.query(`SELECT setval(pg_get_serial_sequence('invoices', 'id'), $1, false)`, [lost])
  await backToStarter(cafe)
  const again = await choose(cafe, 'prime')
  expect(again).toBe(lost)
  expect((await confirm(again)).status).toBe(200)
  expect(await planOf(cafe)).toBe('prime')
  expect(await planChangesOf(product, cafe.id)).toEqual(['starter>standard', 'starter>prime'])
})
