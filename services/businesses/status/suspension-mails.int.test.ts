/** Delayed status mails: only what holds at sending is told (H22, H28). */
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createComposer } from '#accounts/mails/compose.ts'
import { DAY_MS } from '#contracts/units/time.ts'
import { orderMail, type OrderedMail } from '#platform/mail/mail-outbox.ts'
import { inTransaction } from '#platform/postgres/transaction.ts'
import { insertBusiness } from '../../../infra/testing/people/people-rows.ts'
import { testDatabase } from '../../../infra/testing/servers/test-database.ts'
import { approveBusiness, reinstateBusiness, suspendBusiness } from './status-changes.ts'
import { lookAfterTrials } from '../plans/trials.ts'

const { pool } = await testDatabase()
const compose = createComposer({
  secret: 'a secret of at least thirty-two signs',
  address: 'https://hatik.test',
  support: 's@hatik.test',
  now: () => new Date(),
  waitingCodes: { redemption: async () => undefined, count: async () => 0 },
  mailedDay: async () => undefined,
  mailedRemarks: async () => undefined,
  autoApproved: async () => [],
})

/** Subjects and texts, oldest first. */
async function toldAtLast(businessId: number): Promise<string[]> {
  const { rows } = await pool.query<OrderedMail>(
    `SELECT id, cause, template, user_id AS "userId", parameters, 'en' AS language, to_address AS "to", attempts FROM mail_outbox WHERE user_id = $1 ORDER BY created_at`,
    [businessId],
  )
  const written = await Promise.all(rows.map((mail) => compose(pool, mail)))
  return written.flatMap((mail) => (mail ? [`${mail.subject}\n${mail.text}`] : []))
}

async function newBusiness(status: 'pending' | 'active') {
  const { id } = await insertBusiness(pool, { passwordHash: '!', plan: 'starter', status, perks: [] })
  await pool.query(`UPDATE business_profiles SET trial_end_date = $2 WHERE user_id = $1`, [
    id,
    new Date(Date.now() + 20 * DAY_MS),
  ])
  const by = () => ({
    actor: { userId: 1, role: 'admin' as const },
    commandId: randomUUID(),
    correlationId: 'test',
    at: new Date(),
  })
  return {
    id,
    approve: () => inTransaction(pool, (client) => approveBusiness(client, id, by())),
    suspend: (reason: string) => inTransaction(pool, (client) => suspendBusiness(client, id, reason, by())),
    reinstate: () => inTransaction(pool, (client) => reinstateBusiness(client, id, 'settled', by())),
  }
}

describe('a mail that a business is suspended', () => {
  it('is not sent after the reinstatement, whose mail is sent', async () => {
    const cafe = await newBusiness('active')
    await cafe.suspend('complaints')
    expect(await toldAtLast(cafe.id)).toEqual([expect.stringMatching(/is suspended\n[^]*complaints/)])
    await cafe.reinstate()
    expect(await toldAtLast(cafe.id)).toEqual([expect.stringMatching(/is reinstated\n/)])
  })

  it('gives the reason of the present suspension, and an outdated reinstatement is not told', async () => {
    const cafe = await newBusiness('active')
    await cafe.suspend('first complaints')
    await cafe.reinstate()
    await cafe.suspend('other complaints')
    expect(await toldAtLast(cafe.id)).toEqual([expect.stringMatching(/is suspended\n[^]*other complaints/)])
  })

  it('comes alone: no start of a trial that it ended, and no end of a trial for which nothing can be chosen', async () => {
    const cafe = await newBusiness('pending')
    await cafe.approve()
    await lookAfterTrials(pool, new Date(Date.now() + 27 * DAY_MS))
    expect(await toldAtLast(cafe.id)).toEqual([
      expect.stringContaining('approved'),
      expect.stringContaining('trial ends'),
    ])
    await cafe.suspend('complaints')
    expect(await toldAtLast(cafe.id)).toEqual([expect.stringContaining('suspended')])
  })
})

it('a mail that a registration awaits approval is not sent after the approval', async () => {
  const cafe = await newBusiness('pending')
  await orderMail(pool, {
    cause: `registration-received:${cafe.id}`,
    template: 'registration_received',
    userId: cafe.id,
  })
  expect(await toldAtLast(cafe.id)).toEqual([expect.stringContaining('registration')])
  await cafe.approve()
  expect(await toldAtLast(cafe.id)).toEqual([expect.stringContaining('approved')])
})

it('a mail that a business is back is not sent once its trial has ended: it is told what reactivates it', async () => {
  const cafe = await newBusiness('active')
  await cafe.suspend('complaints')
  await cafe.reinstate()
  await lookAfterTrials(pool, new Date(Date.now() + 21 * DAY_MS))
  const [back] = await toldAtLast(cafe.id)
  expect(back).toContain('The suspension of')
  expect(back).not.toContain('you can award points')
})
