/** Invoices due while no seller is set (H36, H38). */
import { expect, it } from 'vitest'
import { DEFAULT_PLAN_TERMS } from '#contracts/pages/plans.ts'
import { DAY_MS } from '#contracts/units/time.ts'
import { testDatabase } from '../../../infra/testing/servers/test-database.ts'
import { newSubscriber, subscriptionsAt } from '../../../infra/testing/servers/subscriber.ts'
import { setPlanTerms } from '../plans/plan-terms.ts'

const start = new Date('2031-03-10T08:00:00Z')
const day = (days: number) => new Date(start.getTime() + days * DAY_MS)

const { pool } = await testDatabase({ max: 10 })

/** As after an upgrade from a version that needed no seller. */
async function whileNobodyIsSet(work: () => Promise<void>): Promise<void> {
  const { rows } = await pool.query<{ value: object }>(`DELETE FROM settings WHERE name = 'seller' RETURNING value`)
  try {
    await work()
  } finally {
    await pool.query(`INSERT INTO settings (name, value) VALUES ('seller', $1)`, [JSON.stringify(rows[0]?.value)])
  }
}

it('a renewal is issued once a seller is set; an open one stays if nothing else can be chosen', async () => {
  const cafe = await newSubscriber(pool)
  await cafe.buy('standard', 'monthly', start)
  await whileNobodyIsSet(async () => {
    expect(await subscriptionsAt(pool, day(25))).toMatchObject({ billed: 0 })
    expect((await cafe.bills()).map(({ state }) => state)).toEqual(['paid'])
  })
  expect(await subscriptionsAt(pool, day(25))).toMatchObject({ billed: 1 })
  await whileNobodyIsSet(async () => {
    expect(await cafe.choose('prime', 'monthly', day(26))).toEqual({ kind: 'refused', code: 'paying_not_set_up' })
    expect((await cafe.bills()).map(({ reason, state }) => [reason, state])).toEqual([
      ['change', 'paid'],
      ['renewal', 'open'],
    ])
  })
})

it('a year is refunded anyway, in the name of its seller (R226)', async () => {
  const cafe = await newSubscriber(pool)
  const year = await cafe.buy('standard', 'yearly', start)
  await whileNobodyIsSet(async () => {
    expect(await cafe.cancel(true, day(3))).toMatchObject({
      kind: 'refunded',
      invoice: { kind: 'refund', parties: year.parties },
    })
  })
})

it('a free plan is chosen and renewed anyway: nobody loses it for lack of a seller (H37, decision 14)', async () => {
  await setPlanTerms(pool, { ...DEFAULT_PLAN_TERMS, starter: { ...DEFAULT_PLAN_TERMS.starter, monthlyAmd: 0 } }, 1)
  const cafe = await newSubscriber(pool)
  await whileNobodyIsSet(async () => {
    expect(await cafe.choose('starter', 'monthly', start)).toMatchObject({
      kind: 'changed',
      invoice: { state: 'paid', amountAmd: 0, parties: { seller: null } },
    })
    await subscriptionsAt(pool, day(25))
    await subscriptionsAt(pool, day(32))
    expect(await cafe.row()).toMatchObject({ status: 'active', subscription_plan: 'starter' })
    expect((await cafe.bills()).map(({ state }) => state)).toEqual(['paid', 'paid'])
    expect(await cafe.choose('standard', 'monthly', day(33))).toEqual({ kind: 'refused', code: 'paying_not_set_up' })
  })
})
