/** Refunds of a year (R226, H38). */
import { describe, expect, it } from 'vitest'
import { DAY_MS } from '#contracts/units/time.ts'
import { testDatabase } from '../../../infra/testing/servers/test-database.ts'
import { newSubscriber, subscriptionsAt } from '../../../infra/testing/servers/subscriber.ts'
import { lookAfterTrials } from './trials.ts'

const start = new Date('2031-03-10T08:00:00Z')
const day = (days: number) => new Date(start.getTime() + days * DAY_MS)

const { pool } = await testDatabase({ max: 10 })

describe('the refund of a year (R226, H38)', () => {
  it('is the full price after an upgrade too: credit and transfer come back, once', async () => {
    const cafe = await newSubscriber(pool)
    const transferred = [
      (await cafe.buy('standard', 'yearly', day(0))).amountAmd,
      (await cafe.buy('prime', 'yearly', day(5))).amountAmd,
    ]
    expect(transferred[1]).toBeLessThan(399_000)
    const refunded = await cafe.cancel(true, day(10))
    expect(refunded).toMatchObject({
      kind: 'refunded',
      invoice: { kind: 'refund', state: 'open', priceAmd: 399_000, creditAmd: 0, amountAmd: 399_000 },
    })
    // Only five days of the first year are kept.
    const kept = transferred.reduce((sum, amount) => sum + amount, 0) - 399_000
    expect(kept).toBeGreaterThan(0)
    expect(kept).toBeLessThan((149_000 * 6) / 365)
    expect(await cafe.cancel(true, day(10))).toEqual({ kind: 'refused', code: 'refund_too_late' })
    expect((await cafe.bills()).map(({ kind, state }) => [kind, state])).toEqual([
      ['charge', 'paid'],
      ['charge', 'paid'],
      ['refund', 'open'],
    ])
  })

  it('of a Starter year bought in the trial lets the trial go on, with its own warnings and end (R225, H23)', async () => {
    const cafe = await newSubscriber(pool, { trialEndDate: day(30) })
    const row = async () => ({ ...(await cafe.row()), updated_at: null, plan_changed_at: null })
    const before = await row()
    await cafe.buy('starter', 'yearly', day(3))
    expect(await row()).not.toEqual(before)
    expect(await cafe.cancel(true, day(5))).toMatchObject({ kind: 'refunded', invoice: { amountAmd: 49_000 } })
    expect(await row()).toEqual(before)
    const events = await pool.query(
      `SELECT type, data FROM event_outbox WHERE stream = 'business-' || $1 ORDER BY id`,
      [cafe.id],
    )
    expect(events.rows).toMatchObject([
      { type: 'PlanChanged', data: { toCycle: 'yearly' } },
      { type: 'PlanChanged', data: { toCycle: 'monthly', paidUntil: null } },
    ])
    await lookAfterTrials(pool, day(29.5))
    expect([(await cafe.row())['status'], await cafe.mails()]).toEqual(['active', ['invoice_issued', 'trial_ending']])
    await lookAfterTrials(pool, day(30))
    expect((await cafe.row())['status']).toBe('trial_expired')
  })

  it('after the trial takes effect at once', async () => {
    for (const plan of ['starter', 'prime'] as const) {
      const cafe = await newSubscriber(pool, { trialEndDate: day(30) })
      await cafe.buy(plan, 'yearly', day(20))
      await cafe.cancel(true, day(33))
      expect([plan, (await cafe.row())['status']]).toEqual([plan, 'trial_expired'])
    }
  })

  it('of a larger plan bought in the trial goes back to the trial, whose limit counts the awards made without one (H11)', async () => {
    const cafe = await newSubscriber(pool, { trialEndDate: day(30), awards: 700 })
    await cafe.buy('prime', 'yearly', day(20))
    expect(await cafe.cancel(true, day(21))).toMatchObject({ kind: 'refunded' })
    expect(await cafe.row()).toMatchObject({
      status: 'active',
      subscription_plan: 'starter',
      subscription_start_date: null,
      subscription_end_date: null,
    })
    const { rows } = await pool.query<{ used: number }>('SELECT used FROM quota WHERE business_id = $1', [cafe.id])
    expect(rows).toEqual([{ used: 700 }])
    await lookAfterTrials(pool, day(30))
    expect((await cafe.row())['status']).toBe('trial_expired')
  })

  it('withdraws the invoice of an open upgrade, whose credit is refunded already', async () => {
    const cafe = await newSubscriber(pool)
    await cafe.buy('standard', 'yearly', day(0))
    const upgrade = await cafe.billFor('prime', 'yearly', day(1))
    await cafe.cancel(true, day(2))
    expect((await cafe.bills()).map(({ kind, state }) => `${kind} ${state}`)).toEqual([
      'charge paid',
      'charge cancelled',
      'refund open',
    ])
    expect(await cafe.confirm(upgrade, day(3))).toEqual({ kind: 'refused', code: 'invoice_not_open' })
  })

  it('that is not transferred yet is no invoice: a business that continues monthly is billed for that alone (H24, H36)', async () => {
    const cafe = await newSubscriber(pool)
    await cafe.buy('standard', 'yearly', day(0))
    await cafe.cancel(true, day(1))
    await cafe.buy('starter', 'monthly', day(2))
    await subscriptionsAt(pool, day(28))
    expect((await cafe.bills()).slice(1).map(({ kind, reason, state }) => `${kind} ${reason} ${state}`)).toEqual([
      'refund refund open',
      'charge change paid',
      'charge renewal open',
    ])
    await subscriptionsAt(pool, day(40))
    const lapsed = await pool.query(
      `SELECT parameters ->> 'number' AS number FROM mail_outbox WHERE user_id = $1 AND template = 'plan_lapsed'`,
      [cafe.id],
    )
    expect(lapsed.rows).toEqual([{ number: (await cafe.bills()).at(-1)!.number }])
  })
  it('when transferred changes nothing else: the plan stays ended, and no event is written (R226, H36)', async () => {
    const cafe = await newSubscriber(pool)
    await cafe.buy('standard', 'yearly', day(0))
    await cafe.cancel(true, day(1))
    const state = async () => [
      await cafe.row(),
      (await pool.query(`SELECT count(*) AS events FROM event_outbox WHERE stream = 'business-' || $1`, [cafe.id]))
        .rows,
    ]
    const before = await state()
    const refund = (await cafe.bills()).at(-1)!
    expect(await cafe.confirm(refund, day(3))).toMatchObject({
      kind: 'confirmed',
      invoice: { kind: 'refund', state: 'paid', paidAt: day(3), periodStart: null, periodEnd: null },
    })
    expect(await state()).toEqual(before)
    expect((await cafe.row())['status']).toBe('trial_expired')
  })
})
