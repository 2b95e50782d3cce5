/** Unpaid upgrades (H38, H24). */
import { describe, expect, it } from 'vitest'
import { DAY_MS } from '#contracts/units/time.ts'
import { testDatabase } from '../../../infra/testing/servers/test-database.ts'
import { newSubscriber, subscriptionsAt, type Subscriber } from '../../../infra/testing/servers/subscriber.ts'
import { waitUntil } from '../../../infra/testing/wait-until.ts'

const start = new Date('2031-03-10T08:00:00Z')
const day = (days: number) => new Date(start.getTime() + days * DAY_MS)
/** Of a month bought at `start`. */
const end = new Date('2031-04-10T19:59:59Z')
const beforeEnd = (days: number) => new Date(end.getTime() - days * DAY_MS)

const { pool } = await testDatabase({ max: 10 })

const subscriber = async () => {
  const cafe = await newSubscriber(pool)
  await cafe.buy('starter', 'monthly', day(0))
  return cafe
}
/** All after the first, paid invoice. */
const later = async (cafe: Subscriber) =>
  (await cafe.bills()).slice(1).map(({ plan, reason, state }) => `${plan} ${reason} ${state}`)

describe('an upgrade that is not paid (H38)', () => {
  it('is withdrawn by choosing the present plan; then the renewal is billed as usual', async () => {
    const cafe = await subscriber()
    await cafe.billFor('prime', 'monthly', day(20))
    expect(await cafe.choose('starter', 'monthly', day(21))).toMatchObject({ kind: 'changed', plan: 'starter' })
    expect(await cafe.choose('starter', 'monthly', day(21))).toEqual({ kind: 'refused', code: 'already_on_plan' })
    await subscriptionsAt(pool, beforeEnd(6))
    expect(await later(cafe)).toEqual(['prime change cancelled', 'starter renewal open'])
  })

  it('makes room for the renewal when that is billed, and the business is told both, once', async () => {
    const cafe = await subscriber()
    const upgrade = await cafe.billFor('standard', 'monthly', day(16))
    expect(upgrade.dueAt).toEqual(beforeEnd(7))
    await subscriptionsAt(pool, beforeEnd(8))
    expect(await later(cafe)).toEqual(['standard change open'])
    await Promise.all([subscriptionsAt(pool, beforeEnd(6)), subscriptionsAt(pool, beforeEnd(6))])
    await subscriptionsAt(pool, beforeEnd(5))
    expect(await later(cafe)).toEqual(['standard change cancelled', 'starter renewal open'])
    expect((await cafe.mails()).toSorted()).toEqual([
      'invoice_issued',
      'invoice_issued',
      'invoice_issued',
      'invoice_withdrawn',
    ])
    expect(await cafe.confirm(upgrade, beforeEnd(5))).toEqual({ kind: 'refused', code: 'invoice_not_open' })
    const renewal = (await cafe.bills()).at(-1)!
    expect(await cafe.confirm(renewal, beforeEnd(5))).toMatchObject({ kind: 'confirmed', invoice: { state: 'paid' } })
  })

  it('is billed once for the next period, even by two workers that both found it', async () => {
    const cafe = await subscriber()
    const holder = await pool.connect()
    await holder.query('BEGIN')
    await holder.query('SELECT FROM business_profiles WHERE user_id = $1 FOR UPDATE', [cafe.id])
    const rounds = [subscriptionsAt(pool, beforeEnd(6)), subscriptionsAt(pool, beforeEnd(6))]
    const waiting = 'SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = $1'
    await waitUntil(
      'both wait for the row',
      async () => (await pool.query(waiting, ['Lock'])).rowCount === rounds.length,
    )
    await holder.query('COMMIT')
    holder.release()
    expect((await Promise.all(rounds)).map(({ billed }) => billed).toSorted((a, b) => a - b)).toEqual([0, 1])
    expect(await later(cafe)).toEqual(['starter renewal open'])
  })

  it('chosen in the last week may be paid until the period ends, and is not confirmed after that', async () => {
    const [punctual, late] = [await subscriber(), await subscriber()]
    await subscriptionsAt(pool, beforeEnd(6))
    for (const cafe of [punctual, late]) {
      expect((await cafe.billFor('standard', 'monthly', beforeEnd(5))).dueAt).toEqual(end)
      await subscriptionsAt(pool, beforeEnd(4))
      expect(await later(cafe)).toEqual(['starter renewal cancelled', 'standard change open'])
    }
    const open = async (cafe: Subscriber) => (await cafe.bills()).at(-1)!
    expect(await punctual.confirm(await open(punctual), beforeEnd(1))).toMatchObject({ kind: 'confirmed' })
    expect(await punctual.row()).toMatchObject({ subscription_plan: 'standard' })

    // Before the chore runs, the confirmation itself detects the end and withdraws the invoice.
    expect(await late.confirm(await open(late), end)).toEqual({ kind: 'refused', code: 'invoice_expired' })
    expect(await late.confirm(await open(late), end)).toEqual({ kind: 'refused', code: 'invoice_not_open' })
    expect(await late.row()).toMatchObject({ subscription_plan: 'starter', status: 'active' })
    expect(await late.mails()).toContain('invoice_withdrawn')
  })

  it('ends with the period that it credits; a new invoice reactivates the business at full price', async () => {
    const cafe = await subscriber()
    const upgrade = await cafe.billFor('standard', 'monthly', beforeEnd(5))
    expect(upgrade.creditAmd).toBeGreaterThan(0)
    await subscriptionsAt(pool, end)
    expect([(await cafe.row())['status'], await later(cafe)]).toEqual(['trial_expired', ['standard change cancelled']])
    const lapsed = await pool.query(
      `SELECT parameters FROM mail_outbox WHERE user_id = $1 AND template = 'plan_lapsed'`,
      [cafe.id],
    )
    expect(lapsed.rows[0].parameters).not.toHaveProperty('invoiceId')
    expect(await cafe.confirm(upgrade, end)).toEqual({ kind: 'refused', code: 'invoice_not_open' })
    expect(await cafe.buy('standard', 'monthly', end)).toMatchObject({ amountAmd: 14_900, creditAmd: 0 })
    expect((await cafe.row())['status']).toBe('active')
  })

  it('of a year waits two weeks and three days for payment, not the year: its credit would be used up', async () => {
    const cafe = await newSubscriber(pool)
    await cafe.buy('standard', 'yearly', day(0))
    await cafe.billFor('prime', 'yearly', day(5))
    expect((await subscriptionsAt(pool, day(21))).withdrawn).toBe(0)
    expect(await later(cafe)).toEqual(['prime change open'])
    expect((await subscriptionsAt(pool, day(22))).withdrawn).toBe(1)
    expect((await subscriptionsAt(pool, day(22))).withdrawn).toBe(0)
    expect(await later(cafe)).toEqual(['prime change cancelled'])
    expect((await cafe.row())['subscription_plan']).toBe('standard')
  })

  it('of a lapsed business goes too, and a suspended business’s waits for its return', async () => {
    const [lapsed, suspended] = [await subscriber(), await subscriber()]
    for (const [cafe, status] of [
      [lapsed, 'trial_expired'],
      [suspended, 'suspended'],
    ] as const) {
      await cafe.billFor('prime', 'monthly', day(1))
      await pool.query('UPDATE business_profiles SET status = $2 WHERE user_id = $1', [cafe.id, status])
    }
    await subscriptionsAt(pool, day(19))
    expect([await later(lapsed), await later(suspended)]).toEqual([['prime change cancelled'], ['prime change open']])
  })

  it('of a business whose period ended during suspension is withdrawn on its return, like its scheduled change (H24)', async () => {
    const [upgrading, shrinking, leaving] = [await subscriber(), await newSubscriber(pool), await subscriber()]
    const upgrade = await upgrading.billFor('standard', 'monthly', beforeEnd(2))
    await shrinking.buy('prime', 'monthly', day(0))
    await shrinking.choose('starter', 'monthly', day(1))
    await leaving.cancel(false, day(1))
    for (const cafe of [upgrading, shrinking, leaving]) {
      await cafe.suspendedUntil(beforeEnd(-1), { from: beforeEnd(1) })
      expect(await cafe.row()).toMatchObject({
        status: 'trial_expired',
        next_plan: null,
        next_cycle: null,
        cancels_at_end: false,
      })
    }
    expect(await later(upgrading)).toEqual(['standard change cancelled'])
    expect(await upgrading.mails()).toContain('invoice_withdrawn')
    expect(await upgrading.confirm(upgrade, beforeEnd(-1))).toEqual({ kind: 'refused', code: 'invoice_not_open' })
  })

  it('a paid next period is not undone by choosing the present plan', async () => {
    const cafe = await newSubscriber(pool)
    await cafe.buy('prime', 'monthly', day(0))
    await cafe.choose('starter', 'monthly', day(1))
    await subscriptionsAt(pool, beforeEnd(6))
    await cafe.confirm((await cafe.bills()).at(-1)!, beforeEnd(5))
    expect(await cafe.choose('prime', 'monthly', beforeEnd(4))).toEqual({ kind: 'refused', code: 'next_period_paid' })
  })
})
