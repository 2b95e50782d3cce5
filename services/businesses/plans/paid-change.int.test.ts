/** What a paid plan replaces (H38, H24, H11). */
import { describe, expect, it } from 'vitest'
import { DAY_MS, yerevanMonth } from '#contracts/units/time.ts'
import { newSubscriber, subscriptionsAt, type Subscriber } from '../../../infra/testing/servers/subscriber.ts'
import { testDatabase } from '../../../infra/testing/servers/test-database.ts'

const start = new Date('2031-03-10T08:00:00Z')
const day = (days: number) => new Date(start.getTime() + days * DAY_MS)

const { pool } = await testDatabase({ max: 10 })

const waits = async (cafe: Subscriber) => {
  const { next_plan, next_cycle, cancels_at_end } = await cafe.row()
  return [next_plan, next_cycle, cancels_at_end]
}
/** A month begun on day ten ends on day forty. */
const renewal = async (cafe: Subscriber) => {
  await subscriptionsAt(pool, day(35))
  return (await cafe.bills()).filter(({ reason }) => reason === 'renewal').map(({ plan, state }) => `${plan} ${state}`)
}

describe('a larger plan that is paid for (H38)', () => {
  it('replaces a smaller one scheduled for the end of the period: the next period is billed for the larger one', async () => {
    const cafe = await newSubscriber(pool)
    await cafe.buy('standard', 'monthly', day(0))
    expect(await cafe.choose('starter', 'monthly', day(5))).toMatchObject({ kind: 'scheduled' })
    expect(await waits(cafe)).toEqual(['starter', 'monthly', false])
    await cafe.buy('prime', 'monthly', day(10))
    expect(await waits(cafe)).toEqual([null, null, false])
    expect(await renewal(cafe)).toEqual(['prime open'])
  })

  it('undoes a cancellation: it continues after its period', async () => {
    const cafe = await newSubscriber(pool)
    await cafe.buy('standard', 'monthly', day(0))
    expect(await cafe.cancel(false, day(5))).toMatchObject({ kind: 'cancelled' })
    expect(await waits(cafe)).toEqual([null, null, true])
    await cafe.buy('prime', 'monthly', day(10))
    expect(await waits(cafe)).toEqual([null, null, false])
    expect(await renewal(cafe)).toEqual(['prime open'])
  })
})

describe('the next period, once it is paid for', () => {
  it('is neither cancelled nor undone with the running one: it begins and ends as bought (H38)', async () => {
    const cafe = await newSubscriber(pool)
    await cafe.buy('standard', 'monthly', day(0))
    await subscriptionsAt(pool, day(28))
    expect(await cafe.confirm((await cafe.bills()).at(-1)!, day(28))).toMatchObject({
      kind: 'confirmed',
      invoice: { reason: 'renewal' },
    })
    const before = await cafe.row()
    expect(await cafe.cancel(false, day(29))).toEqual({ kind: 'refused', code: 'next_period_paid' })
    expect(await cafe.row()).toEqual(before)
    await subscriptionsAt(pool, day(40))
    expect(await cafe.row()).toMatchObject({
      status: 'active',
      subscription_plan: 'standard',
      next_from: null,
      cancels_at_end: false,
    })
  })
})

describe('a cancellation', () => {
  it('withdraws the open invoice, before any payment and beside a paid period; with neither there is nothing to cancel (H38)', async () => {
    const [newcomer, regular] = [await newSubscriber(pool), await newSubscriber(pool)]
    expect(await newcomer.cancel(false, day(0))).toEqual({ kind: 'refused', code: 'no_subscription' })
    await newcomer.billFor('standard', 'monthly', day(0))
    expect(await newcomer.cancel(false, day(1))).toMatchObject({ kind: 'cancelled', effectiveAt: day(1) })
    expect((await newcomer.bills()).map(({ state }) => state)).toEqual(['cancelled'])
    expect(await newcomer.cancel(false, day(2))).toEqual({ kind: 'refused', code: 'no_subscription' })

    await regular.buy('standard', 'monthly', day(0))
    await subscriptionsAt(pool, day(28))
    expect(await regular.cancel(false, day(29))).toMatchObject({ kind: 'cancelled' })
    await subscriptionsAt(pool, day(30))
    expect((await regular.bills()).map(({ reason, state }) => `${reason} ${state}`)).toEqual([
      'change paid',
      'renewal cancelled',
    ])
  })
})

describe('a plan with a limit that is paid after one without (H11)', () => {
  it('counts the awards of the month that took no place', async () => {
    const cafe = await newSubscriber(pool, { awards: 57 })
    const used = async () =>
      (
        await pool.query('SELECT used FROM quota WHERE business_id = $1 AND month = $2', [
          cafe.id,
          yerevanMonth(day(40)),
        ])
      ).rows
    await cafe.buy('prime', 'monthly', day(0))
    // Unpaid at its end (H24).
    await subscriptionsAt(pool, day(40))
    expect([(await cafe.row())['status'], await used()]).toEqual(['trial_expired', []])
    await cafe.buy('starter', 'monthly', day(40))
    expect(await used()).toEqual([{ used: 57 }])
  })
})
