import { expect, it } from 'vitest'
import { MOST_TASKS, type AdminTasks } from '#contracts/calls/staff/admin-tasks.ts'
import { Person } from '../../../../infra/testing/people/person.ts'
import { signInStaff } from '../../../../infra/testing/people/staff.ts'
import { productWithAdmin } from '../../../../infra/testing/servers/product-with-admin.ts'
import { orderDeadMail } from '../../../../infra/testing/dead-mail.ts'
import { billingCalls } from '../billing/testing/calls.ts'

const { product, admin } = await productWithAdmin()
const { choose } = billingCalls(admin)

const read = async () => (await admin.get<AdminTasks>('/api/admin/tasks')).body

it('what waits for an administrator is listed oldest first, and only that (H30)', async () => {
  expect((await read()).tasks).toEqual([])
  const pending = await product.business({ status: 'pending', plan: 'starter' })
  const unverified = await product.business({ status: 'pending', plan: 'starter' })
  const shop = await product.business({ plan: 'starter' })
  const { invoice } = (await choose(shop, 'prime')).body
  const ago = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString()
  await product.pool.query(
    `UPDATE users SET email_verified = id <> $2, email_verified_at = CASE WHEN id = $1 THEN $3::timestamptz END WHERE id IN ($1, $2)`,
    [pending.id, unverified.id, ago(2)],
  )
  await product.pool.query('UPDATE business_profiles SET created_at = $2 WHERE user_id = $1', [pending.id, ago(3)])
  await product.pool.query('UPDATE invoices SET issued_at = $2, due_at = $3 WHERE id = $1', [
    invoice?.id,
    ago(9),
    ago(2),
  ])
  await orderDeadMail(product.pool, { cause: 'dead:1', template: 'welcome', userId: shop.id }, { endedAt: ago(4) })
  await product.pool.query(
    `INSERT INTO check_findings (business_id, buyer_id, what, expected, found, found_at) VALUES ($1, 1, 'balance_tenths', '1', '2', $2)`,
    [shop.id, ago(1)],
  )

  const { tasks, more } = await read()
  expect(tasks).toEqual([
    {
      kind: 'charge',
      since: tasks[0]!.since,
      invoice: invoice?.id,
      number: invoice?.number,
      businessName: `Business ${shop.id}`,
      amountAmd: invoice?.amountAmd,
      isPart: false,
      late: true,
    },
    { kind: 'mails', since: tasks[1]!.since, count: 1 },
    {
      kind: 'approval',
      since: tasks[2]!.since,
      business: pending.id,
      businessName: `Business ${pending.id}`,
      late: true,
    },
    { kind: 'findings', since: tasks[3]!.since, count: 1 },
  ])
  const days = tasks.map(({ since }) => Math.round((Date.now() - Date.parse(since)) / (24 * 60 * 60 * 1000)))
  expect([days, more]).toEqual([[9, 4, 2, 1], 0])
})

it('a long queue shows its oldest tasks and counts the others', async () => {
  const before = await read()
  // An invoice outlives its business, so these need none.
  await product.pool.query(
    `INSERT INTO invoices (number, business_id, kind, state, reason, plan, cycle, price_amd, credit_amd, amount_amd, issued_at, due_at, provider, parties)
     SELECT 'HTK-2000-' || n, 900000 + n, 'charge', 'open', 'change', 'prime', 'monthly', 1, 0, 1, now(), now() + interval '1 day', 'bank_transfer',
       '{"seller": null, "buyer": {"name": "Many", "taxId": null, "address": null}}' FROM generate_series(1, ${MOST_TASKS}) AS n`,
  )
  const { tasks, more } = await read()
  expect(tasks.slice(0, before.tasks.length)).toEqual(before.tasks)
  expect([tasks.length, more]).toEqual([MOST_TASKS, before.tasks.length])
})

it('is for administrators only', async () => {
  const visitor = new Person(product.address, { id: 0, email: '' })
  const auditor = await signInStaff(product, 'auditor')
  const shop = await product.business({ plan: 'starter' })
  const statuses = [visitor, auditor, shop].map(async (who) => (await who.get('/api/admin/tasks')).status)
  expect(await Promise.all(statuses)).toEqual([401, 403, 403])
})
