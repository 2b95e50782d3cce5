/** Plans that cost nothing (H37, H24). */
import { beforeAll, expect, it } from 'vitest'
import { businessStream } from '#contracts/events/business-events.ts'
import { DEFAULT_PLAN_TERMS } from '#contracts/pages/plans.ts'
import { DAY_MS } from '#contracts/units/time.ts'
import { testDatabase } from '../../../infra/testing/servers/test-database.ts'
import { newSubscriber, subscriptionsAt } from '../../../infra/testing/servers/subscriber.ts'
import { setPlanTerms } from './plan-terms.ts'
import { refundableYear } from './refund-year.ts'

const start = new Date('2031-03-10T08:00:00Z')
/** Ends of the month from `start` and of the next. */
const [end, nextEnd] = [new Date('2031-04-10T19:59:59Z'), new Date('2031-05-10T19:59:59Z')]
const before = (at: Date, days: number) => new Date(at.getTime() - days * DAY_MS)
const after = (at: Date) => new Date(at.getTime() + 1_000)

const { pool } = await testDatabase({ max: 10 })
beforeAll(async () => {
  await setPlanTerms(
    pool,
    { ...DEFAULT_PLAN_TERMS, starter: { ...DEFAULT_PLAN_TERMS.starter, monthlyAmd: 0, yearlyAmd: 0 } },
    1,
  )
})

it('a free plan renews each period with a settled invoice and without mails (H37)', async () => {
  const cafe = await newSubscriber(pool)
  expect(await cafe.choose('starter', 'monthly', start)).toMatchObject({
    kind: 'changed',
    invoice: { state: 'paid', amountAmd: 0 },
  })
  await Promise.all([subscriptionsAt(pool, before(end, 6)), subscriptionsAt(pool, before(end, 6))])
  expect((await cafe.bills()).map(({ reason, state, periodEnd }) => [reason, state, periodEnd])).toEqual([
    ['change', 'paid', end],
    ['renewal', 'paid', nextEnd],
  ])
  await subscriptionsAt(pool, after(end))
  await subscriptionsAt(pool, before(nextEnd, 6))
  await subscriptionsAt(pool, after(nextEnd))
  expect(await cafe.row()).toMatchObject({
    status: 'active',
    subscription_plan: 'starter',
    next_plan: null,
    subscription_start_date: after(nextEnd),
  })
  expect((await cafe.bills()).map(({ state }) => state)).toEqual(['paid', 'paid', 'paid'])
  expect(await cafe.mails()).toEqual([])
  const { rows } = await pool.query('SELECT DISTINCT type FROM event_outbox WHERE stream = $1', [
    businessStream(cafe.id),
  ])
  expect(rows).toEqual([{ type: 'PlanChanged' }])
})

it('so does a smaller free plan chosen for the end of a paid period (H38)', async () => {
  const cafe = await newSubscriber(pool)
  await cafe.buy('prime', 'monthly', start)
  await cafe.choose('starter', 'monthly', before(end, 20))
  await subscriptionsAt(pool, before(end, 6))
  expect(await cafe.row()).toMatchObject({ subscription_plan: 'prime', next_plan: 'starter', next_from: after(end) })
  await subscriptionsAt(pool, after(end))
  expect(await cafe.row()).toMatchObject({
    status: 'active',
    subscription_plan: 'starter',
    subscription_end_date: nextEnd,
  })
})

it('a free year is not refunded: no refund of 0 AMD waits for confirmation (R226)', async () => {
  const [cafe, closing] = [await newSubscriber(pool), await newSubscriber(pool)]
  for (const { choose } of [cafe, closing]) await choose('starter', 'yearly', start)
  const soon = new Date(start.getTime() + DAY_MS)
  expect(await cafe.cancel(true, soon)).toEqual({ kind: 'refused', code: 'refund_too_late' })
  await closing.close(soon)
  expect(
    [await cafe.bills(), await closing.bills()].map((bills) => bills.map(({ kind, state }) => [kind, state])),
  ).toEqual([[['charge', 'paid']], [['charge', 'paid']]])
  expect(
    await refundableYear(pool, { businessId: cafe.id, status: 'active', cycle: 'yearly', periodStart: start }, soon),
  ).toBeUndefined()
  // Cancelled without refund, it ends with its year.
  expect(await cafe.cancel(false, soon)).toMatchObject({ kind: 'cancelled', invoice: null })
})
