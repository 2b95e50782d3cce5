/** A closed business's plan (H25, H38). */
import { describe, expect, it } from 'vitest'
import { businessStream } from '#contracts/events/business-events.ts'
import { DAY_MS } from '#contracts/units/time.ts'
import { testDatabase } from '../../../infra/testing/servers/test-database.ts'
import { newSubscriber, subscriptionsAt, type Subscriber } from '../../../infra/testing/servers/subscriber.ts'
import { waitUntil } from '../../../infra/testing/wait-until.ts'

const start = new Date('2031-03-10T08:00:00Z')
/** Of a month bought at `start`. */
const end = new Date('2031-04-10T19:59:59Z')
const beforeEnd = (days: number) => new Date(end.getTime() - days * DAY_MS)
const afterStart = (days: number) => new Date(start.getTime() + days * DAY_MS)
const begins = new Date(end.getTime() + 1_000)

const { pool } = await testDatabase({ max: 10 })

/** Prime is paid for a month, and a smaller plan for the next is billed. */
const withBill = async () => {
  const cafe = await newSubscriber(pool)
  await cafe.buy('prime', 'monthly', start)
  await cafe.choose('starter', 'monthly', beforeEnd(20))
  await subscriptionsAt(pool, beforeEnd(6))
  return { cafe, renewal: (await cafe.bills()).at(-1)! }
}
const events = async ({ id }: Subscriber) => {
  const { rows } = await pool.query<{ type: string }>('SELECT type FROM event_outbox WHERE stream = $1 ORDER BY id', [
    businessStream(id),
  ])
  return rows.map(({ type }) => type)
}
const NOTHING_NEXT = { status: 'closed', next_plan: null, next_cycle: null, next_from: null }

describe('a business that closes (H25)', () => {
  it('owes nothing: its open invoice is withdrawn, and a payment of it is not booked', async () => {
    const { cafe, renewal } = await withBill()
    expect(renewal).toMatchObject({ state: 'open', reason: 'renewal' })
    await cafe.close(beforeEnd(5))
    expect((await cafe.bills()).map(({ state }) => state)).toEqual(['paid', 'cancelled'])
    expect(await cafe.row()).toMatchObject(NOTHING_NEXT)
    expect(await cafe.confirm(renewal, beforeEnd(4))).toEqual({ kind: 'refused', code: 'invoice_not_open' })
    expect(await events(cafe)).toEqual(['PlanChanged', 'BusinessClosed'])
  })

  it('owes nothing if it closed before closing withdrew invoices: payments are not booked, and the invoices withdrawn', async () => {
    const { cafe, renewal } = await withBill()
    await pool.query(`UPDATE business_profiles SET status = 'closed' WHERE user_id = $1`, [cafe.id])
    const before = [await cafe.row(), await events(cafe), await cafe.mails()]
    expect(await cafe.confirm(renewal, beforeEnd(4))).toEqual({ kind: 'refused', code: 'invoice_not_open' })
    expect((await cafe.bills()).map(({ state }) => state)).toEqual(['paid', 'cancelled'])
    expect([await cafe.row(), await events(cafe), await cafe.mails()]).toEqual(before)
    expect(await cafe.confirm(renewal, beforeEnd(3))).toEqual({ kind: 'refused', code: 'invoice_not_open' })
  })

  it('starts no paid plan, whether or not closing cleared the rows', async () => {
    const [tidied, old] = [await withBill(), await withBill()]
    for (const { cafe, renewal } of [tidied, old]) {
      await cafe.confirm(renewal, beforeEnd(5))
      await cafe.close(beforeEnd(4))
    }
    expect(await tidied.cafe.row()).toMatchObject(NOTHING_NEXT)
    // As closed by an older version.
    await pool.query(
      `UPDATE business_profiles SET next_plan = 'starter', next_cycle = 'monthly', next_from = $2, plan_changed_at = $2 WHERE user_id = $1`,
      [old.cafe.id, begins],
    )
    expect(await subscriptionsAt(pool, begins)).toMatchObject({ begun: 0, lapsed: 0, counted: 0 })
    for (const { cafe } of [tidied, old]) {
      expect((await cafe.row())['subscription_plan']).toBe('prime')
      expect(await events(cafe)).toEqual(['PlanChanged', 'PlanChanged', 'BusinessClosed'])
    }
  })

  it('starts none either if it closes while the chore waits for its row', async () => {
    const { cafe, renewal } = await withBill()
    await cafe.confirm(renewal, beforeEnd(5))
    const closing = await pool.connect()
    await closing.query('BEGIN')
    await closing.query(`UPDATE business_profiles SET status = 'closed' WHERE user_id = $1`, [cafe.id])
    const round = subscriptionsAt(pool, begins)
    await waitUntil(
      'the chore waits for the row',
      async () =>
        (
          await pool.query(
            'SELECT FROM pg_locks WHERE NOT granted AND pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database())',
          )
        ).rowCount,
    )
    await closing.query('COMMIT')
    closing.release()
    expect(await round).toMatchObject({ begun: 0 })
    expect(await cafe.row()).toMatchObject({ status: 'closed', subscription_plan: 'prime' })
  })

  it('still gets its refund', async () => {
    const cafe = await newSubscriber(pool)
    await cafe.buy('standard', 'yearly', start)
    await cafe.cancel(true, start)
    await cafe.close(start)
    const refund = (await cafe.bills()).at(-1)!
    expect(refund).toMatchObject({ kind: 'refund', state: 'open' })
    expect(await cafe.confirm(refund, beforeEnd(20))).toMatchObject({ kind: 'confirmed', invoice: { state: 'paid' } })
    expect(await cafe.bills(), 'given back once').toHaveLength(2)
  })

  it('gets a year refunded in its first days only, made out to its buyer (R226)', async () => {
    const [early, late] = [await newSubscriber(pool), await newSubscriber(pool)]
    for (const cafe of [early, late]) {
      await cafe.buy('standard', 'yearly', start)
      await cafe.buy('prime', 'yearly', afterStart(1))
    }
    const bought = (await early.bills()).at(-1)!
    await early.close(afterStart(1 + 3))
    await late.close(afterStart(1 + 15))
    expect((await early.bills()).map(({ kind, state }) => [kind, state])).toEqual([
      ['charge', 'paid'],
      ['charge', 'paid'],
      ['refund', 'open'],
    ])
    expect((await early.bills()).at(-1)).toMatchObject({
      refunds: bought.id,
      amountAmd: 399_000,
      parties: { buyer: bought.parties.buyer },
    })
    expect((await late.bills()).map(({ kind, state }) => [kind, state])).toEqual([
      ['charge', 'paid'],
      ['charge', 'paid'],
    ])
    expect(await early.row()).toMatchObject(NOTHING_NEXT)
    expect((await events(early)).slice(-1)).toEqual(['BusinessClosed'])
    expect(await early.confirm((await early.bills()).at(-1)!, afterStart(5))).toMatchObject({
      kind: 'confirmed',
      invoice: { state: 'paid' },
    })
  })

  it('gets a paid year refunded that would begin after the running period, but no month', async () => {
    const [year, month] = [await newSubscriber(pool), await newSubscriber(pool)]
    const end = new Date('2032-03-10T19:59:59Z')
    await year.buy('standard', 'yearly', start)
    await month.buy('standard', 'monthly', start)
    await subscriptionsAt(pool, new Date(end.getTime() - 6 * DAY_MS))
    const renewal = (await year.bills()).at(-1)!
    expect(await year.confirm(renewal, new Date(end.getTime() - 5 * DAY_MS))).toMatchObject({ kind: 'confirmed' })
    await year.close(new Date(end.getTime() - 4 * DAY_MS))
    await month.close(afterStart(1))
    expect((await year.bills()).slice(1)).toMatchObject([
      { kind: 'charge', state: 'paid' },
      { kind: 'refund', state: 'open', refunds: renewal.id, amountAmd: 149_000 },
    ])
    expect(await month.bills()).toHaveLength(1)
  })
})
