import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Invoice, SubscriptionChange } from '#contracts/calls/billing.ts'
import type { Subscription } from '#contracts/calls/business.ts'
import { DEFAULT_PLAN_TERMS } from '#contracts/pages/plans.ts'
import { DAY_MS } from '#contracts/units/time.ts'
import { setPlanTerms } from '#businesses/plans/plan-terms.ts'
import { lookAfterSubscriptions } from '#businesses/plans/subscription-chore.ts'
import { bankTransfer } from '#businesses/payments/bank-transfer.ts'
import { planChangesOf } from '../../../../infra/testing/people/business-events.ts'
import { Person } from '../../../../infra/testing/people/person.ts'
import { PASSWORD, type Product } from '../../../../infra/testing/servers/test-product.ts'
import { waitUntil } from '../../../../infra/testing/wait-until.ts'
import { productWithAdmin } from '../../../../infra/testing/servers/product-with-admin.ts'
import { billingCalls } from './testing/calls.ts'

const { product, admin } = await productWithAdmin()
const { choose, confirm } = billingCalls(admin)

type Shop = Awaited<ReturnType<Product['business']>>
const cancel = (shop: Person, body?: object) =>
  shop.write<SubscriptionChange>('POST', `/api/business/${shop.id}/subscription/cancel`, body)
const invoices = async (shop: Person) => (await shop.get<Invoice[]>(`/api/business/${shop.id}/invoices`)).body
/** Beyond the second for which the business's row is cached. */
const subscription = async (shop: Person, expected: Partial<Subscription>) =>
  waitUntil(`the subscription shows ${JSON.stringify(expected)}`, async () => {
    const { body } = await shop.get<Subscription>(`/api/business/${shop.id}/subscription`)
    return Object.entries(expected).every(([name, value]) => body[name as keyof Subscription] === value) && body
  })

async function paid(shop: Shop, plan: string, cycle = 'monthly'): Promise<Invoice> {
  const chosen = await choose(shop, plan, cycle)
  expect([chosen.status, chosen.body.outcome]).toEqual([200, 'awaiting_payment'])
  return (await confirm(chosen.body.invoice?.id)).body.invoice
}

describe('the plans (H37)', () => {
  it('are public, and changes apply at once', async () => {
    const visitor = new Person(product.address, { id: 0, email: '' })
    const shown = await visitor.get<{ plans: unknown[] }>('/api/billing/plans')
    expect(shown.body).toMatchObject({ currency: 'AMD', warningShare: 0.8, yearlyRefundDays: 14 })
    expect(shown.body.plans[0]).toEqual({
      plan: 'starter',
      perkLimit: 1,
      transactionLimit: 1_000,
      monthlyAmd: 4_900,
      yearlyAmd: 49_000,
    })
    expect(shown.body.plans[2]).toMatchObject({
      plan: 'prime',
      perkLimit: null,
      transactionLimit: null,
      monthlyAmd: 39_900,
    })
    await setPlanTerms(
      product.pool,
      { ...DEFAULT_PLAN_TERMS, prime: { ...DEFAULT_PLAN_TERMS.prime, monthlyAmd: 50_000 } },
      admin.id,
    )
    await waitUntil(
      'the new price is shown',
      async () =>
        (await visitor.get<{ plans: { monthlyAmd: number }[] }>('/api/billing/plans')).body.plans[2]?.monthlyAmd ===
        50_000,
    )
    await setPlanTerms(product.pool, DEFAULT_PLAN_TERMS, admin.id)
  })
})

describe('an expired business (C1)', () => {
  it('signs in, pays, and works again', async () => {
    const cafe = await product.business({ plan: 'starter' })
    const ani = await product.buyer()
    await product.pool.query(
      `UPDATE business_profiles SET status = 'trial_expired', trial_end_date = now() - interval '1 day' WHERE user_id = $1`,
      [cafe.id],
    )
    const award = (key: string) =>
      cafe.write('POST', `/api/business/${cafe.id}/award-points`, { buyerId: ani.code, amountSpent: 500 }, key)
    const again = await waitUntil('the sign-in is refused', async () => {
      const answer = await cafe.send('POST', '/api/auth/login', { email: cafe.email, password: PASSWORD })
      return answer.status === 403 && answer
    })
    expect(again.body.message).toBe('Trial Expired')
    cafe.cookie = again.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
    await waitUntil('awards are refused', async () => (await award(randomUUID())).status === 403)

    const chosen = await choose(cafe, 'starter')
    expect(chosen.body).toMatchObject({
      outcome: 'awaiting_payment',
      invoice: { state: 'open', reason: 'change', amountAmd: 4_900, payment: { provider: 'bank_transfer' } },
    })
    expect(chosen.body.invoice?.payment?.purpose).toBe(chosen.body.invoice?.number)
    expect((await invoices(cafe)).map(({ state }) => state)).toEqual(['open'])
    expect((await confirm(chosen.body.invoice?.id)).status).toBe(200)
    const signedIn = await waitUntil('the business may sign in', async () => {
      const answer = await cafe.send('POST', '/api/auth/login', { email: cafe.email, password: PASSWORD })
      return answer.status === 200 && answer
    })
    cafe.cookie = signedIn.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
    await waitUntil('awards work', async () => (await award('first-award-after-payment')).status === 200)
    const events = await product.pool.query(`SELECT type, data FROM event_outbox WHERE stream = 'business-' || $1`, [
      cafe.id,
    ])
    expect(events.rows).toMatchObject([{ type: 'PlanChanged', data: { toPlan: 'starter', reactivates: true } }])
  })
})

describe('an upgrade (H38)', () => {
  it('takes effect once paid; the unused part of the month is credited; numbers have no gaps', async () => {
    const cafe = await product.business({ plan: 'starter', perks: ['1.0'] })
    const first = await paid(cafe, 'starter')
    const chosen = await choose(cafe, 'prime')
    expect(chosen.body.invoice).toMatchObject({ priceAmd: 39_900, creditAmd: 4_900, amountAmd: 35_000 })
    await subscription(cafe, { subscriptionPlan: 'starter' })
    await confirm(chosen.body.invoice?.id)
    await subscription(cafe, { subscriptionPlan: 'prime', perkLimit: null, transactionLimit: null })
    expect(
      (
        await cafe.write('POST', `/api/business/${cafe.id}/perks`, {
          name: 'Tea',
          description: 'Hot',
          pointsRequired: 2,
        })
      ).status,
    ).toBe(201)
    expect(Number(chosen.body.invoice?.number.slice(-6)) - Number(first.number.slice(-6))).toBe(1)
  })

  it('chosen again withdraws the earlier invoice; the same key makes one; a second confirmation changes nothing; a withdrawn one is not paid', async () => {
    const cafe = await product.business({ plan: 'starter' })
    const key = randomUUID()
    const answers = await Promise.all(Array.from({ length: 5 }, () => choose(cafe, 'standard', 'monthly', key)))
    expect(new Set(answers.map(({ body }) => body.invoice?.number)).size).toBe(1)
    expect((await choose(cafe, 'prime', 'monthly', key)).status).toBe(422)
    const second = await choose(cafe, 'prime', 'yearly')
    expect((await invoices(cafe)).map(({ state, plan }) => [state, plan])).toEqual([
      ['open', 'prime'],
      ['cancelled', 'standard'],
    ])
    expect((await confirm(answers[0]?.body.invoice?.id)).status).toBe(409)
    const [one, two] = [await confirm(second.body.invoice?.id), await confirm(second.body.invoice?.id)]
    expect(two.body).toEqual(one.body)
    expect(one.body.invoice).toMatchObject({ state: 'paid', amountAmd: 399_000 })
  })

  it('40 invoices of eight businesses at once, some refused: the numbers of this year have no gap', async () => {
    const shops = await Promise.all(Array.from({ length: 8 }, () => product.business({ plan: 'starter' })))
    await Promise.all(
      Array.from({ length: 40 }, (_, index) => {
        const shop = shops[index % 8]!
        return index % 5 === 0
          ? shop.write('POST', `/api/business/${shop.id}/subscription/cancel`)
          : choose(shop, index % 2 ? 'prime' : 'standard')
      }),
    )
    const { rows } = await product.pool.query<{ number: number }>(
      'SELECT right(number, 6)::int AS number FROM invoices ORDER BY 1',
    )
    expect(rows.map(({ number }) => number)).toEqual(rows.map((_, index) => index + 1))
  })
})

describe('a downgrade (R155, H38)', () => {
  it('is refused with the number of perks to delete; then it begins at the end of the period, and limits new perks', async () => {
    const cafe = await product.business({ plan: 'starter' })
    await paid(cafe, 'prime')
    for (const name of ['A', 'B', 'C', 'D', 'E', 'F', 'G'])
      await cafe.write('POST', `/api/business/${cafe.id}/perks`, { name, description: name, pointsRequired: 1 })
    const refused = await choose(cafe, 'standard')
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'too_many_perks', perksToDelete: 2 }])
    const perks = (await cafe.get<{ id: number }[]>(`/api/business/${cafe.id}/perks`)).body
    for (const { id } of perks.slice(0, 2)) await cafe.write('DELETE', `/api/business/${cafe.id}/perks/${id}`)
    const scheduled = await choose(cafe, 'standard')
    expect(scheduled.body).toMatchObject({ outcome: 'scheduled', plan: 'standard', invoice: null })
    const shown = await subscription(cafe, { subscriptionPlan: 'prime', nextPlan: 'standard', perkLimit: 5 })
    expect([shown.periodEnd, shown.nextFrom]).toEqual([
      scheduled.body.effectiveAt,
      new Date(Date.parse(shown.periodEnd ?? '') + 1_000).toISOString(),
    ])
    expect(
      (await cafe.write('POST', `/api/business/${cafe.id}/perks`, { name: 'H', description: 'H', pointsRequired: 1 }))
        .status,
    ).toBe(403)
    expect((await choose(cafe, 'prime')).body.outcome).toBe('changed')
    await subscription(cafe, { nextPlan: null, perkLimit: null })
  })

  it('is billed a week before the end, begins with the next period when it is paid, and counts the awards of the month (H11)', async () => {
    const cafe = await product.business({ plan: 'starter' })
    await paid(cafe, 'prime')
    await choose(cafe, 'starter')
    const end = new Date((await subscription(cafe, { nextPlan: 'starter', nextIsPaid: false })).periodEnd ?? 0)
    const nextFrom = new Date(end.getTime() + 1_000).toISOString()
    const chore = (now: Date) =>
      lookAfterSubscriptions(product.pool, now, { provider: bankTransfer, awardsOfMonth: async () => 321 })
    await chore(new Date(end.getTime() - 8 * DAY_MS))
    expect((await invoices(cafe)).filter(({ state }) => state === 'open')).toEqual([])
    await chore(new Date(end.getTime() - 6 * DAY_MS))
    await chore(new Date(end.getTime() - 6 * DAY_MS))
    const open = (await invoices(cafe)).filter(({ state }) => state === 'open')
    expect(open).toMatchObject([{ plan: 'starter', reason: 'renewal', amountAmd: 4_900, dueAt: end.toISOString() }])
    await confirm(open[0]?.id)
    const waiting = await subscription(cafe, {
      subscriptionPlan: 'prime',
      nextPlan: 'starter',
      nextFrom,
      nextIsPaid: true,
    })
    expect(await planChangesOf(product, cafe.id)).toEqual(['starter>prime', 'prime>prime'])
    expect(Date.parse(waiting.periodEnd ?? '')).toBeGreaterThan(end.getTime())
    expect((await choose(cafe, 'standard')).body.code).toBe('next_period_paid')
    await chore(new Date(end.getTime() + 2_000))
    await subscription(cafe, { subscriptionPlan: 'starter', nextPlan: null, transactionLimit: 1_000 })
    expect(await planChangesOf(product, cafe.id)).toEqual(['starter>prime', 'prime>prime', 'prime>starter'])
    const { rows } = await product.pool.query('SELECT used FROM quota WHERE business_id = $1', [cafe.id])
    expect(rows).toEqual([{ used: 321 }])
  })
})

describe('the end (H24, R226)', () => {
  it('cancelled, it runs to the end of the period, is not billed again, and can be undone', async () => {
    const cafe = await product.business({ plan: 'starter' })
    expect((await cancel(cafe)).body.code).toBe('no_subscription')
    await paid(cafe, 'standard')
    const cancelled = await cancel(cafe)
    expect(cancelled.body.outcome).toBe('cancelled')
    const { periodEnd } = await subscription(cafe, { endsAtPeriodEnd: true, subscriptionPlan: 'standard' })
    await lookAfterSubscriptions(product.pool, new Date(Date.parse(periodEnd ?? '') - DAY_MS), {
      provider: bankTransfer,
      awardsOfMonth: async () => 0,
    })
    expect((await invoices(cafe)).filter(({ state }) => state === 'open')).toEqual([])
    expect((await choose(cafe, 'standard')).body.outcome).toBe('changed')
    await subscription(cafe, { endsAtPeriodEnd: false })
  })

  it('unpaid, it ends with the period and its own event; paying the invoice reactivates it', async () => {
    const cafe = await product.business({ plan: 'starter' })
    await paid(cafe, 'standard')
    const end = new Date((await subscription(cafe, { subscriptionPlan: 'standard' })).periodEnd ?? 0)
    const chore = (now: Date) =>
      lookAfterSubscriptions(product.pool, now, { provider: bankTransfer, awardsOfMonth: async () => 0 })
    await chore(new Date(end.getTime() - 3 * DAY_MS))
    expect((await chore(end)).lapsed).toBeGreaterThanOrEqual(1)
    const status = async () =>
      (
        await product.pool.query('SELECT status, subscription_plan AS plan FROM business_profiles WHERE user_id = $1', [
          cafe.id,
        ])
      ).rows[0]
    expect(await status()).toEqual({ status: 'trial_expired', plan: 'standard' })
    const types = await product.pool.query(
      `SELECT type FROM event_outbox WHERE stream = 'business-' || $1 ORDER BY id`,
      [cafe.id],
    )
    expect(types.rows.map(({ type }) => type)).toEqual(['PlanChanged', 'PlanLapsed'])
    const open = await product.pool.query<{ id: number }>(
      `SELECT id FROM invoices WHERE business_id = $1 AND state = 'open'`,
      [cafe.id],
    )
    await confirm(open.rows[0]?.id)
    expect(await status()).toEqual({ status: 'active', plan: 'standard' })
  })

  it('a new invoice and an expired plan are mailed, once each, in the reader’s language; a settled invoice is not', async () => {
    const cafe = await product.business({ plan: 'starter' })
    await product.pool.query(`UPDATE users SET preferred_language = 'am' WHERE id = $1`, [cafe.id])
    const chosen = await choose(cafe, 'standard')
    const number = chosen.body.invoice?.number ?? ''
    const first = await product.mailTo(cafe.email, new RegExp(`^Նոր վճարման հաշիվ՝ ${number}$`))
    for (const part of [number, 'Standard, մեկ ամիս', '14\u00a0900\u00a0֏', '/billing'])
      expect(first.text).toContain(part)
    await confirm(chosen.body.invoice?.id)

    await product.pool.query(`UPDATE users SET preferred_language = 'en' WHERE id = $1`, [cafe.id])
    const end = new Date((await subscription(cafe, { subscriptionPlan: 'standard' })).periodEnd ?? 0)
    const chore = (daysAfterEnd: number) =>
      lookAfterSubscriptions(product.pool, new Date(end.getTime() + daysAfterEnd * DAY_MS), {
        provider: bankTransfer,
        awardsOfMonth: async () => 0,
      })
    for (const days of [-5, -3, -1]) await chore(days)
    const renewal = (await invoices(cafe))[0]?.number ?? ''
    expect((await product.mailTo(cafe.email, new RegExp(`^Your new invoice: ${renewal}$`))).text).toContain(
      'Amount: 14,900\u00a0AMD',
    )
    for (const days of [0, 0, 1]) await chore(days)
    const lapsed = await product.mailTo(cafe.email, /^Your paid period has ended$/)
    expect(lapsed.text).toContain(`as soon as invoice ${renewal} is paid`)

    const books = await product.business({ plan: 'starter' })
    await product.worker.stop()
    const [withdrawn, wanted] = [await choose(books, 'standard'), await choose(books, 'prime')]
    await product.restartWorker()
    await product.mailTo(books.email, new RegExp(wanted.body.invoice?.number ?? '-'))
    // Mails arrive just before their rows say so.
    const states = () =>
      product.pool.query(
        `SELECT user_id AS id, template, state, count(*)::int AS count FROM mail_outbox WHERE template IN ('invoice_issued', 'plan_lapsed') AND user_id = ANY($1) GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
        [[cafe.id, books.id]],
      )
    await expect
      .poll(async () => (await states()).rows, { timeout: 20_000 })
      .toEqual([
        { id: cafe.id, template: 'invoice_issued', state: 'sent', count: 2 },
        { id: cafe.id, template: 'plan_lapsed', state: 'sent', count: 1 },
        { id: books.id, template: 'invoice_issued', state: 'dropped', count: 1 },
        { id: books.id, template: 'invoice_issued', state: 'sent', count: 1 },
      ])
    expect((await product.mails()).filter(({ text }) => text.includes(withdrawn.body.invoice?.number ?? '-'))).toEqual(
      [],
    )
  })

  it('a year is refunded in full within 14 days, as a refund invoice; a month is not, nor a year later', async () => {
    const cafe = await product.business({ plan: 'starter' })
    const books = await product.business({ plan: 'starter' })
    const late = await product.business({ plan: 'starter' })
    await paid(books, 'standard', 'monthly')
    await paid(late, 'standard', 'yearly')
    await product.pool.query(
      `UPDATE business_profiles SET subscription_start_date = subscription_start_date - interval '15 days' WHERE user_id = $1`,
      [late.id],
    )
    await product.pool.query(
      `UPDATE invoices SET period_start = period_start - interval '15 days' WHERE business_id = $1`,
      [late.id],
    )
    for (const shop of [books, late]) expect((await cancel(shop, { refund: true })).body.code).toBe('refund_too_late')

    const year = await paid(cafe, 'standard', 'yearly')
    await subscription(cafe, { canRefund: true })
    const refunded = await cancel(cafe, { refund: true })
    expect(refunded.body).toMatchObject({
      outcome: 'refunded',
      invoice: { kind: 'refund', state: 'open', amountAmd: year.amountAmd },
    })
    await waitUntil('it has ended', async () => (await cafe.get(`/api/business/${cafe.id}/stats`)).status === 403)
    expect((await confirm(refunded.body.invoice?.id)).body.invoice).toMatchObject({ kind: 'refund', state: 'paid' })
  })
})
