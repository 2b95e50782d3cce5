/** Mails about how a business stands that were held up, as by a mail server that was away: what is said when they are written at last (H22, H28). */
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
  autoApproved: async () => [],
})

/** Subject and text of what a business is told once the mails go out, the oldest first. */
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
  it('is not sent after the reinstatement, which is told all the same', async () => {
    const cafe = await newBusiness('active')
    await cafe.suspend('complaints')
    expect(await toldAtLast(cafe.id)).toEqual([expect.stringMatching(/is suspended\n[^]*complaints/)])
    await cafe.reinstate()
    expect(await toldAtLast(cafe.id)).toEqual([expect.stringMatching(/is reinstated\n/)])
  })

  it('tells the reason of the suspension that holds, and no reinstatement is told that is over', async () => {
    const cafe = await newBusiness('active')
    await cafe.suspend('first complaints')
    await cafe.reinstate()
    await cafe.suspend('other complaints')
    expect(await toldAtLast(cafe.id)).toEqual([expect.stringMatching(/is suspended\n[^]*other complaints/)])
  })

  it('is alone: nothing is said of a beginning that it has ended, nor of a trial for whose end nothing can be chosen', async () => {
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

it('a mail that a registration waits for its approval is not sent once it has been approved', async () => {
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

it('a mail that a business is back says so of none whose trial has ended since: it is told what brings it back', async () => {
  const cafe = await newBusiness('active')
  await cafe.suspend('complaints')
  await cafe.reinstate()
  await lookAfterTrials(pool, new Date(Date.now() + 21 * DAY_MS))
  const [back] = await toldAtLast(cafe.id)
  expect(back).toContain('The suspension of')
  expect(back).not.toContain('you can award points')
})
