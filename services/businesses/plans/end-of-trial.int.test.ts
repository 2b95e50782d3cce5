/** Businesses whose time ran out while their invoice was open, and their mails (H23, H24). */
import { describe, expect, it } from 'vitest'
import { createComposer } from '#accounts/mails/compose.ts'
import { DAY_MS } from '#contracts/units/time.ts'
import type { OrderedMail } from '#platform/mail/mail-outbox.ts'
import { testDatabase } from '../../../infra/testing/servers/test-database.ts'
import { waitUntil } from '../../../infra/testing/wait-until.ts'
import { newSubscriber, subscriptionsAt, type Subscriber } from '../../../infra/testing/servers/subscriber.ts'
import { confirmInvoice } from '../invoices/confirm-invoice.ts'
import { lockBusiness } from '../status/status-changes.ts'
import { lookAfterTrials } from './trials.ts'

const end = new Date('2031-02-28T19:59:59Z')
const before = (days: number) => new Date(end.getTime() - days * DAY_MS)
const after = (days: number) => new Date(end.getTime() + days * DAY_MS)

const { pool } = await testDatabase({ max: 6 })

const compose = createComposer({
  secret: 'a secret of at least thirty-two signs',
  address: 'https://hatik.test',
  support: 's@hatik.test',
  now: () => before(3),
  waitingCodes: { redemption: async () => undefined, count: async () => 0 },
  mailedDay: async () => undefined,
  mailedRemarks: async () => undefined,
  autoApproved: async () => [],
})

async function ordered({ id }: Subscriber, template: string): Promise<OrderedMail> {
  const { rows } = await pool.query<OrderedMail>(
    `SELECT id, cause, template, user_id AS "userId", parameters, language, to_address AS "to", attempts FROM mail_outbox WHERE user_id = $1 AND template = $2`,
    [id, template],
  )
  expect(rows).toHaveLength(1)
  return rows[0]!
}
const text = async (cafe: Subscriber, template: string, language: 'am' | 'en' = 'en') =>
  (await compose(pool, { ...(await ordered(cafe, template)), language }))?.text

const inTrial = () => newSubscriber(pool, { trialEndDate: end })

describe('a payment at the end of a trial', () => {
  it('keeps the business: a chore that began earlier, or has a slow clock, ends no paid trial', async () => {
    const cafe = await inTrial()
    const bill = await cafe.billFor('standard', 'monthly', before(6))
    const client = await pool.connect()
    try {
      await client.query('BEGIN')
      await lockBusiness(client, cafe.id)
      const round = lookAfterTrials(pool, after(0))
      await waitUntil(
        'the round waits for the business',
        async () =>
          (
            await pool.query(
              `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
            )
          ).rowCount === 1,
      )
      const by = {
        actor: { userId: 1, role: 'admin' as const },
        correlationId: 'test',
        at: new Date(end.getTime() + 1_000),
      }
      expect(
        await confirmInvoice(client, bill.id, { by, awardsOfMonth: async () => 0, confirmedBy: 1, reference: null }),
      ).toMatchObject({ kind: 'confirmed' })
      await client.query('COMMIT')
      await round
    } finally {
      client.release()
    }
    expect((await cafe.row())['status']).toBe('active')
  })

  it('reactivates on reinstatement a business that paid while suspended, with any clock (H22)', async () => {
    const cafe = await inTrial()
    const bill = await cafe.billFor('standard', 'monthly', before(6))
    await cafe.suspendedUntil(after(2), {
      from: before(5),
      meanwhile: () => cafe.confirm(bill, new Date(after(2).getTime() + 1_000)),
    })
    expect((await cafe.row())['status']).toBe('active')
  })
})

describe('a payment during a trial', () => {
  it.each(['starter', 'standard', 'prime'] as const)(
    'of %s applies at once and keeps the rest of the trial: the paid period begins at its end',
    async (plan) => {
      const cafe = await inTrial()
      const bill = await cafe.buy(plan, 'monthly', before(20))
      const until = new Date('2031-04-01T19:59:59Z')
      expect(await cafe.row()).toMatchObject({
        status: 'active',
        subscription_plan: plan,
        trial_end_date: end,
        subscription_start_date: new Date(end.getTime() + 1_000),
        subscription_end_date: until,
      })
      expect([bill.periodStart, bill.periodEnd]).toEqual([new Date(end.getTime() + 1_000), until])
      await lookAfterTrials(pool, after(0))
      await subscriptionsAt(pool, after(0))
      expect((await cafe.row())['status']).toBe('active')
    },
  )

  it('of a larger plan after another credits all of the first, whose time has not begun', async () => {
    const cafe = await inTrial()
    const first = await cafe.buy('standard', 'monthly', before(20))
    const second = await cafe.buy('prime', 'monthly', before(10))
    expect(second.creditAmd).toBe(first.priceAmd)
    expect(await cafe.row()).toMatchObject({
      subscription_plan: 'prime',
      subscription_start_date: new Date(end.getTime() + 1_000),
    })
  })
})

describe('the mails about the end of a trial', () => {
  it('name the open invoice, and do not suggest a new choice, which would withdraw it', async () => {
    const cafe = await inTrial()
    const bill = await cafe.billFor('standard', 'monthly', before(6))
    for (const [template, now] of [
      ['trial_ending', before(3)],
      ['trial_expired', after(0)],
    ] as const) {
      await lookAfterTrials(pool, now)
      expect(await text(cafe, template)).toContain(`invoice ${bill.number}`)
      expect(await text(cafe, template)).not.toMatch(/choose/i)
      expect(await text(cafe, template, 'am')).toContain(`${bill.number} վճարման հաշիվը`)
      expect(await text(cafe, template, 'am')).not.toMatch(/ընտր/i)
    }
    expect((await ordered(cafe, 'trial_expired')).parameters).toEqual({ invoiceId: bill.id, number: bill.number })
    await cafe.confirm(bill, after(1))
    expect((await cafe.row())['status']).toBe('active')
    expect(await text(cafe, 'trial_expired')).toBeUndefined()
  })

  it('suggest choosing a plan if no invoice is open', async () => {
    const cafe = await inTrial()
    for (const [template, now] of [
      ['trial_ending', before(3)],
      ['trial_expired', after(0)],
    ] as const) {
      await lookAfterTrials(pool, now)
      expect(await text(cafe, template)).toContain('choose a plan and pay for it')
    }
  })
})

describe('an untransferred refund', () => {
  it('is no invoice to pay in the mail about the end of the trial', async () => {
    const cafe = await inTrial()
    await cafe.buy('starter', 'yearly', before(6))
    await cafe.cancel(true, before(5))
    expect((await cafe.bills()).map(({ kind, state }) => [kind, state])).toEqual([
      ['charge', 'paid'],
      ['refund', 'open'],
    ])
    await lookAfterTrials(pool, before(3))
    expect(await text(cafe, 'trial_ending')).toContain('choose a plan and pay for it')
    await cafe.suspendedUntil(after(2), { from: before(2) })
    expect(await text(cafe, 'reinstated')).toContain('choose a plan and pay for it')
  })
})

describe('a delayed mail about a trial', () => {
  it('does not suggest a plan to a business that paid meanwhile, for now or for after the trial', async () => {
    for (const plan of ['standard', 'starter'] as const) {
      const cafe = await inTrial()
      await lookAfterTrials(pool, before(3))
      expect(await text(cafe, 'trial_ending')).toContain('choose a plan and pay for it')
      await cafe.buy(plan, 'monthly', before(3))
      expect(await text(cafe, 'trial_ending'), plan).toBeUndefined()
    }
  })

  it('is dropped for a business that is active again, and sent to one that is not', async () => {
    const [paid, unpaid] = [await inTrial(), await inTrial()]
    await lookAfterTrials(pool, after(0))
    await paid.buy('standard', 'monthly', after(0))
    expect(await text(paid, 'trial_expired')).toBeUndefined()
    expect(await text(unpaid, 'trial_expired')).toContain('has ended')
  })
})

describe('a delayed mail about the end of a plan (H24)', () => {
  it('is not sent to a business that chose and paid another plan meanwhile', async () => {
    const [paid, unpaid] = [await newSubscriber(pool), await newSubscriber(pool)]
    for (const cafe of [paid, unpaid]) {
      await cafe.buy('starter', 'monthly', before(40))
      await cafe.cancel(false, before(39))
    }
    await subscriptionsAt(pool, before(1))
    await paid.buy('standard', 'monthly', before(1))
    expect(await text(paid, 'plan_lapsed')).toBeUndefined()
    expect(await text(unpaid, 'plan_lapsed')).toContain('no points can be awarded')
  })
})

describe('the mail about the end of a suspension, if the time ran out meanwhile', () => {
  it('names the open invoice; once that is paid it says that the business is back', async () => {
    const cafe = await inTrial()
    const bill = await cafe.billFor('standard', 'monthly', before(6))
    await cafe.suspendedUntil(after(2), { from: before(5) })
    expect((await ordered(cafe, 'reinstated')).parameters).toEqual({
      status: 'trial_expired',
      invoiceId: bill.id,
      number: bill.number,
    })
    expect(await text(cafe, 'reinstated')).toContain(`as soon as invoice ${bill.number} is paid`)
    expect(await text(cafe, 'reinstated', 'am')).toContain(`հենց որ վճարվի ${bill.number} վճարման հաշիվը`)
    await cafe.confirm(bill, after(3))
    expect(await text(cafe, 'reinstated')).toContain('you can award points and hand over perks again')
  })

  it('names the invoice open at sending, if another plan was chosen meanwhile', async () => {
    const cafe = await inTrial()
    const bill = await cafe.billFor('standard', 'monthly', before(6))
    await cafe.suspendedUntil(after(2), { from: before(5) })
    const chosenSince = await cafe.billFor('prime', 'monthly', after(3))
    expect(chosenSince.number).not.toBe(bill.number)
    expect(await text(cafe, 'reinstated')).toContain(`as soon as invoice ${chosenSince.number} is paid`)
  })

  it('does not suggest a plan to a business that paid before the mail went out', async () => {
    const cafe = await inTrial()
    await cafe.suspendedUntil(after(2), { from: before(5) })
    expect(await text(cafe, 'reinstated')).toContain('choose a plan and pay for it')
    await cafe.buy('standard', 'monthly', after(2))
    expect(await text(cafe, 'reinstated')).toContain('you can award points and hand over perks again')
  })

  it('names no invoice that credits the ended period: paying it reactivates nobody (H24)', async () => {
    const cafe = await newSubscriber(pool)
    await cafe.buy('starter', 'monthly', before(20))
    expect((await cafe.billFor('prime', 'monthly', before(10))).creditAmd).toBeGreaterThan(0)
    await cafe.suspendedUntil(after(30), { from: before(9) })
    expect((await ordered(cafe, 'reinstated')).parameters).toEqual({ status: 'trial_expired' })
    expect(await text(cafe, 'reinstated')).toContain('choose a plan and pay for it')
  })
})
