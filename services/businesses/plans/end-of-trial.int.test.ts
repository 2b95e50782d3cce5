/** What becomes of a business whose time has run out while its bill waits to be paid, and what it is told, on a clock that the test sets (H23, H24). */
import { describe, expect, it } from 'vitest'
import { createComposer } from '#accounts/mails/compose.ts'
import { DAY_MS } from '#contracts/units/time.ts'
import type { OrderedMail } from '#platform/mail/mail-outbox.ts'
import { testDatabase } from '../../../infra/testing/servers/test-database.ts'
import { waitUntil } from '../../../infra/testing/wait-until.ts'
import { newSubscriber, subscriptionsAt, type Subscriber } from '../../../infra/testing/servers/subscriber.ts'
import { confirmInvoice } from '../invoices/apply-payment.ts'
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
  it('keeps the business: a round of the chore that had begun before it, or goes by a clock that is behind, ends no trial that is paid for', async () => {
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

  it('brings back with its reinstatement who has paid while it was suspended, by whichever clock (H22)', async () => {
    const cafe = await inTrial()
    const bill = await cafe.billFor('standard', 'monthly', before(6))
    await cafe.suspendedUntil(after(2), {
      from: before(5),
      meanwhile: () => cafe.confirm(bill, new Date(after(2).getTime() + 1_000)),
    })
    expect((await cafe.row())['status']).toBe('active')
  })
})

describe('the mails about the end of a trial', () => {
  it('name the bill that waits, and send nobody to choose a plan again: that would withdraw it', async () => {
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

  it('speak of choosing a plan where there is no bill', async () => {
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

describe('a refund that waits to be transferred', () => {
  it('is no bill: the mail about the end of the trial asks nobody to pay it', async () => {
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

describe('a mail about a trial that goes out late', () => {
  it('asks nobody to choose a plan who has paid for one meanwhile, be it to begin now or after the trial', async () => {
    for (const plan of ['standard', 'starter'] as const) {
      const cafe = await inTrial()
      await lookAfterTrials(pool, before(3))
      expect(await text(cafe, 'trial_ending')).toContain('choose a plan and pay for it')
      await cafe.buy(plan, 'monthly', before(3))
      expect(await text(cafe, 'trial_ending'), plan).toBeUndefined()
    }
  })

  it('says of no business that its trial has ended which works again, and still says it of one that does not', async () => {
    const [paid, unpaid] = [await inTrial(), await inTrial()]
    await lookAfterTrials(pool, after(0))
    await paid.buy('standard', 'monthly', after(0))
    expect(await text(paid, 'trial_expired')).toBeUndefined()
    expect(await text(unpaid, 'trial_expired')).toContain('has ended')
  })
})

describe('a mail about the end of a plan that goes out late (H24)', () => {
  it('is not sent to who has chosen another plan and paid for it meanwhile', async () => {
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

describe('the mail about the end of a suspension, where the time ran out meanwhile', () => {
  it('names the bill that waits; once that is paid it says that the business is back', async () => {
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
    expect(await text(cafe, 'reinstated')).toContain('you can award points and give perks again')
  })

  it('names the bill that is open when it is written, where another plan was chosen meanwhile', async () => {
    const cafe = await inTrial()
    const bill = await cafe.billFor('standard', 'monthly', before(6))
    await cafe.suspendedUntil(after(2), { from: before(5) })
    const chosenSince = await cafe.billFor('prime', 'monthly', after(3))
    expect(chosenSince.number).not.toBe(bill.number)
    expect(await text(cafe, 'reinstated')).toContain(`as soon as invoice ${chosenSince.number} is paid`)
  })

  it('asks nobody to choose a plan who has chosen one and paid for it before the mail went out', async () => {
    const cafe = await inTrial()
    await cafe.suspendedUntil(after(2), { from: before(5) })
    expect(await text(cafe, 'reinstated')).toContain('choose a plan and pay for it')
    await cafe.buy('standard', 'monthly', after(2))
    expect(await text(cafe, 'reinstated')).toContain('you can award points and give perks again')
  })

  it('names no bill in which a part of the ended period is set off: paying that brings nobody back (H24)', async () => {
    const cafe = await newSubscriber(pool)
    await cafe.buy('starter', 'monthly', before(20))
    expect((await cafe.billFor('prime', 'monthly', before(10))).creditAmd).toBeGreaterThan(0)
    await cafe.suspendedUntil(after(30), { from: before(9) })
    expect((await ordered(cafe, 'reinstated')).parameters).toEqual({ status: 'trial_expired' })
    expect(await text(cafe, 'reinstated')).toContain('choose a plan and pay for it')
  })
})
