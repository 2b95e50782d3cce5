/** What comes back of a year, on a clock that the test sets (R226, H38). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemCommandId, type Recording } from '#platform/event-outbox.ts'
import { createPool, type Pool } from '#platform/postgres.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Cycle, Plan } from '#contracts/plans.ts'
import { testServices, type TestServices } from '../../infra/quality/harness.ts'
import { insertBusiness } from '../../infra/quality/people-rows.ts'
import { confirmInvoice } from './apply-payment.ts'
import { cancelSubscription, changeSubscription, type SubscriptionOutcome } from './change-subscription.ts'
import { invoicesOfBusiness } from './invoices.ts'
import { bankTransfer } from './payments/bank-transfer.ts'
import { lookAfterTrials } from './trials.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const start = new Date('2031-03-10T08:00:00Z')
const day = (days: number) => new Date(start.getTime() + days * DAY_MS)
const awardsOfMonth = async () => 0

let services: TestServices
let pool: Pool
beforeAll(async () => {
  services = await testServices({ eventStore: false, redis: false })
  pool = createPool(services.databaseUrl, { max: 10, name: 'refund-year-test' })
})
afterAll(async () => {
  await pool?.end()
  await services?.close()
})

const business = async () => (await insertBusiness(pool, { passwordHash: 'x', plan: 'starter', status: 'active', perks: [] })).id
const recording = (at: Date): Recording => ({ commandId: systemCommandId(`refund-test:${Math.random()}`), actor: { userId: 1, role: 'business' }, correlationId: 'test', at })
const choose = (id: number, plan: Plan, cycle: Cycle, at: Date) =>
  inTransaction(pool, (client) => changeSubscription(client, id, { plan, cycle }, { provider: bankTransfer, awardsOfMonth, recording: recording(at) }))
const refund = (id: number, at: Date) =>
  inTransaction(pool, (client) => cancelSubscription(client, id, { refund: true }, { provider: bankTransfer, awardsOfMonth, recording: recording(at) }))
const invoiceIn = (outcome: SubscriptionOutcome) => ('invoice' in outcome ? outcome.invoice : null)

async function buy(id: number, plan: Plan, cycle: Cycle, at: Date): Promise<number> {
  const invoice = invoiceIn(await choose(id, plan, cycle, at))
  const confirmed = await inTransaction(pool, (client) =>
    confirmInvoice(client, invoice?.id ?? 0, { recording: recording(at), awardsOfMonth, confirmedBy: 1, reference: null }),
  )
  expect(confirmed.kind).toBe('confirmed')
  return invoice?.amountAmd ?? 0
}

describe('the refund of a year (R226, H38)', () => {
  it('is the whole price also after an upgrade: what was set off comes back with what was transferred, and once', async () => {
    const id = await business()
    const transferred = [await buy(id, 'standard', 'yearly', day(0)), await buy(id, 'prime', 'yearly', day(5))]
    expect(transferred[1]).toBeLessThan(399_000)
    const refunded = await refund(id, day(10))
    expect(invoiceIn(refunded)).toMatchObject({ kind: 'refund', state: 'open', priceAmd: 399_000, creditAmd: 0, amountAmd: 399_000 })
    // Five days of the first year were used; nothing else is kept.
    const kept = transferred.reduce((sum, amount) => sum + amount, 0) - 399_000
    expect(kept).toBeGreaterThan(0)
    expect(kept).toBeLessThan((149_000 * 6) / 365)
    expect(await refund(id, day(10))).toEqual({ kind: 'refused', code: 'refund_too_late' })
    expect((await invoicesOfBusiness(pool, id)).filter(({ kind }) => kind === 'refund')).toHaveLength(1)
  })

  it('of a Starter year that was bought in the trial lets the trial go on, to its own warnings and its own end (R225, H23)', async () => {
    const id = await business()
    await pool.query('UPDATE business_profiles SET trial_end_date = $2 WHERE user_id = $1', [id, day(30)])
    const row = async () =>
      (
        await pool.query(
          `SELECT status, subscription_plan, billing_cycle, subscription_start_date, subscription_end_date, period_day, trial_end_date FROM business_profiles
           WHERE user_id = $1`,
          [id],
        )
      ).rows[0]
    const before = await row()
    await buy(id, 'starter', 'yearly', day(3))
    expect(await row()).not.toEqual(before)
    expect(invoiceIn(await refund(id, day(5)))).toMatchObject({ kind: 'refund', amountAmd: 49_000 })
    expect(await row()).toEqual(before)
    const events = await pool.query(`SELECT type, data FROM event_outbox WHERE stream = 'business-' || $1 ORDER BY id`, [id])
    expect(events.rows).toMatchObject([{ type: 'PlanChanged', data: { toCycle: 'yearly' } }, { type: 'PlanChanged', data: { toCycle: 'monthly', paidUntil: null } }])
    await lookAfterTrials(pool, day(29.5))
    expect(await row()).toMatchObject({ status: 'active' })
    await lookAfterTrials(pool, day(30))
    expect(await row()).toMatchObject({ status: 'trial_expired' })
  })

  it('after the trial, or of a larger plan that ended it, ends at once', async () => {
    const [later, larger] = [await business(), await business()]
    for (const id of [later, larger]) await pool.query('UPDATE business_profiles SET trial_end_date = $2 WHERE user_id = $1', [id, day(30)])
    await buy(later, 'starter', 'yearly', day(20))
    await buy(larger, 'prime', 'yearly', day(20))
    await refund(later, day(33))
    await refund(larger, day(21))
    const { rows } = await pool.query('SELECT status FROM business_profiles WHERE user_id = ANY($1)', [[later, larger]])
    expect(rows).toEqual([{ status: 'trial_expired' }, { status: 'trial_expired' }])
  })
})
