import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { yerevanDay } from '#contracts/units/time.ts'
import type { OrderedMail } from '#platform/mail/mail-outbox.ts'
import { inTransaction } from '#platform/postgres/transaction.ts'
import { countWaiting, redemptionsToRemindOf, waitingRedemption } from '#projections/redemptions/waiting.ts'
import { testDatabase } from '../../infra/testing/servers/test-database.ts'
import { insertBusiness, insertUser } from '../../infra/testing/people/people-rows.ts'
import { newBuyerCode } from './buyer-codes.ts'
import { erasePerson } from './erase.ts'
import { createComposer } from './mails/compose.ts'
import { remindOfRedemptions, type Ttl } from './redemption-reminders.ts'

const MADE = new Date('2031-01-10T08:00:00Z')
const after = (days: number) => new Date(MADE.getTime() + days * 86_400_000)
const dayAfter = (days: number) => yerevanDay(after(days))
const NEVER: Ttl = null

const { pool } = await testDatabase({ max: 6 })

const buyerCode = newBuyerCode()
const buyer = async (own = newBuyerCode()) =>
  (await insertUser(pool, { role: 'buyer', passwordHash: '!', code: own })).id
const business = async () =>
  (await insertBusiness(pool, { passwordHash: '!', plan: 'starter', status: 'active', perks: [] })).id

async function code(
  businessId: number,
  buyerId: number,
  { at = MADE, state = 'pending' }: { at?: Date; state?: string } = {},
): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO read.redemptions (redemption_id, business_id, buyer_id, position, code, perk_id, perk_name, cost_tenths, state, created_at)
     VALUES (gen_random_uuid(), $1, $2, (SELECT count(*) FROM read.redemptions), 'K7MNP2QR', 1, 'Սուրճ', 5, $3, $4) RETURNING redemption_id AS id`,
    [businessId, buyerId, state, at],
  )
  return rows[0]!.id
}

const run = (now: Date, { ttl = NEVER, batch = 500 }: { ttl?: Ttl; batch?: number } = {}) =>
  remindOfRedemptions(pool, { toRemindOf: (wanted) => redemptionsToRemindOf(pool, wanted) }, { now, ttl, batch })
const mailsTo = async (userId: number) =>
  (
    await pool.query<OrderedMail>(
      `SELECT id, cause, template, user_id AS "userId", parameters, language, to_address AS "to", attempts FROM mail_outbox WHERE user_id = $1 ORDER BY created_at`,
      [userId],
    )
  ).rows
const countTo = async (userId: number) => (await mailsTo(userId)).length

const compose = createComposer({
  secret: 'a secret of at least thirty-two signs',
  address: 'https://hatik.test',
  support: 's@hatik.test',
  now: () => after(90),
  waitingCodes: { redemption: waitingRedemption, count: countWaiting },
  mailedDay: async () => undefined,
  mailedRemarks: async () => undefined,
  autoApproved: async () => [],
})

beforeEach(async () => {
  await pool.query('DELETE FROM read.redemptions')
  await pool.query('DELETE FROM redemption_reminders')
})

describe('a reminder of an unused code (H5)', () => {
  it('a reminder goes to the buyer once, after ninety days, and to the business once a day for all codes, however often it runs', async () => {
    const [cafe, ani, davit, lia] = [await business(), await buyer(), await buyer(), await buyer()]
    for (const person of [ani, davit]) await code(cafe, person)
    await code(cafe, lia, { at: after(1) })
    for (const state of ['used', 'cancelled']) await code(cafe, lia, { state })
    const counts = async () => Promise.all([ani, davit, lia, cafe].map(countTo))

    await run(new Date(after(90).getTime() - 1))
    expect(await counts()).toEqual([0, 0, 0, 0])
    await Promise.all([run(after(90)), run(after(90)), run(after(90))])
    expect(await counts()).toEqual([1, 1, 0, 1])
    await run(after(90))
    expect(await counts()).toEqual([1, 1, 0, 1])
    await Promise.all([run(after(91)), run(after(91))])
    expect(await counts()).toEqual([1, 1, 1, 2])
    expect(await run(after(400))).toEqual({ reminded: 0, left: false })
    expect(await counts()).toEqual([1, 1, 1, 2])
  })

  it("a reminder names perk, business and day, but not the code; the business's has only a number and no personal data", async () => {
    const [cafe, ani] = [await business(), await buyer(buyerCode)]
    const id = await code(cafe, ani)
    await code(cafe, await buyer())
    await run(after(90))
    const written = async (userId: number) => compose(pool, { ...(await mailsTo(userId))[0]!, language: 'en' })
    const [told, digest] = [(await written(ani))!.text, (await written(cafe))!.text]
    expect(told).toContain(`On 10 January 2031 you redeemed “Սուրճ” at “Business ${cafe}”`)
    expect(digest).toContain(`2 redemption codes at “Business ${cafe}” have not been used for more than 90 days.`)
    for (const text of [told, digest, JSON.stringify(await mailsTo(ani)), JSON.stringify(await mailsTo(cafe))]) {
      for (const secret of ['K7MNP2QR', buyerCode, 'buyer-']) expect(text).not.toContain(secret)
    }

    // Used before the mail is sent.
    await pool.query(`UPDATE read.redemptions SET state = 'used' WHERE redemption_id = $1`, [id])
    expect(await written(ani)).toBeUndefined()
    expect((await written(cafe))!.text).toContain('One redemption code')
  })

  it('a reminder sends no buyer to a business that cannot verify the code now: it can be kept or cancelled (decision 32)', async () => {
    const [cafe, ani] = [await business(), await buyer()]
    await code(cafe, ani)
    await run(after(90))
    const written = async (userId: number, language: 'am' | 'en') =>
      (await compose(pool, { ...(await mailsTo(userId))[0]!, language }))!.text
    for (const status of ['suspended', 'trial_expired']) {
      await pool.query('UPDATE business_profiles SET status = $2 WHERE user_id = $1', [cafe, status])
      expect(await written(ani, 'en')).toMatch(
        /temporarily not taking part.*keep the code until it takes part again, or cancel it/,
      )
      expect(await written(ani, 'en')).not.toContain('show the code')
      expect(await written(ani, 'am')).toMatch(/ժամանակավորապես չի մասնակցում.*պահել այն.*չեղարկել/)
      expect(await written(ani, 'am')).not.toContain('ցույց տվեք')
      expect(await written(cafe, 'en')).toContain('can keep the code until you take part again')
    }
    await pool.query(`UPDATE business_profiles SET status = 'active' WHERE user_id = $1`, [cafe])
    expect(await written(ani, 'en')).toContain('show the code at the business')
    expect(await written(cafe, 'en')).toContain('who can use the code or cancel it')
  })

  it('no reminder goes to a deleted account, which blocks no other reminder (H25)', async () => {
    const [cafe, closed, ani, gone] = [await business(), await business(), await buyer(), await buyer()]
    await pool.query(`UPDATE business_profiles SET status = 'closed' WHERE user_id = $1`, [closed])
    await inTransaction(pool, (client) => erasePerson(client, gone))
    for (let older = 0; older < 3; older += 1) await code(closed, ani, { at: after(-10) })
    for (let older = 0; older < 3; older += 1) await code(cafe, gone, { at: after(-10) })
    const last = await code(cafe, ani)
    for (let more = 0; more < 4; more += 1) await code(cafe, ani, { at: after(-1) })

    for (let round = 0; round < 2; round += 1)
      expect(await run(after(90), { batch: 2 })).toEqual({ reminded: 2, left: true })
    expect(await run(after(90), { batch: 2 })).toEqual({ reminded: 1, left: false })
    expect([await countTo(closed), await countTo(gone), await countTo(cafe), await countTo(ani)]).toEqual([0, 0, 1, 5])
    expect((await mailsTo(ani)).at(-1)!.parameters).toMatchObject({ redemptionId: last })
  })

  it('a reminder is recorded together with both mails: a crash repeats it once, and blocks no other', async () => {
    const [cafe, other, ani, davit] = [await business(), await business(), await buyer(), await buyer()]
    await code(cafe, ani)
    await code(other, davit)
    await pool.query(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no place'; END $$`,
    )
    await pool.query(
      `CREATE TRIGGER refuse BEFORE INSERT ON mail_outbox FOR EACH ROW WHEN (NEW.user_id = ${cafe}) EXECUTE FUNCTION refuse()`,
    )
    await expect(run(after(90))).rejects.toThrow('no place')
    expect([await countTo(ani), await countTo(cafe), await countTo(davit), await countTo(other)]).toEqual([0, 0, 1, 1])
    await pool.query('DROP TRIGGER refuse ON mail_outbox; DROP FUNCTION refuse')
    await run(after(90))
    await run(after(90))
    expect([await countTo(ani), await countTo(cafe), await countTo(davit), await countTo(other)]).toEqual([1, 1, 1, 1])
  })
})

describe('while codes expire (H5)', () => {
  const ttl = (days: number, since = MADE): Ttl => ({ days, since })
  const lastDays = async (userId: number) => (await mailsTo(userId)).map(({ parameters }) => parameters['lastDay'])
  let cafe = 0
  let ani = 0
  beforeEach(async () => {
    cafe = await business()
    ani = await buyer()
    await code(cafe, ani)
  })
  afterEach(() => pool.query('DELETE FROM redemption_reminders'))

  it('the reminder names the last day, after ninety days or two weeks before the end, whichever is sooner', async () => {
    await run(after(90), { ttl: ttl(180) })
    expect(await lastDays(ani)).toEqual([dayAfter(180)])
    const davit = await buyer()
    await code(cafe, davit)
    await run(after(45), { ttl: ttl(60) })
    expect(await countTo(davit)).toBe(0)
    await run(after(46), { ttl: ttl(60) })
    expect(await lastDays(davit)).toEqual([dayAfter(60)])
    for (const days of [60, 166, 180, 400]) await run(after(days), { ttl: ttl(180) })
    expect(await countTo(ani), 'once').toBe(1)
  })

  it('a code that is already older when the setting is switched on lasts two more weeks, with a mail even after a reminder', async () => {
    await run(after(90))
    await run(after(200), { ttl: ttl(180, after(200)) })
    await run(after(201), { ttl: ttl(180, after(200)) })
    expect(await lastDays(ani)).toEqual([null, dayAfter(214)])
  })

  it('a buyer reminded before the setting existed gets a mail two weeks before the end', async () => {
    await run(after(90))
    const later = ttl(180, after(100))
    await run(after(165), { ttl: later })
    expect(await lastDays(ani)).toEqual([null])
    await run(after(166), { ttl: later })
    expect(await lastDays(ani)).toEqual([null, dayAfter(180)])
  })

  it('changing the number of days, or switching off and on, starts again: every buyer gets a new mail', async () => {
    await run(after(90), { ttl: ttl(180) })
    await run(after(95))
    await run(after(300), { ttl: ttl(180, after(299)) })
    expect(await lastDays(ani)).toEqual([dayAfter(180), dayAfter(314)])
  })

  it('a process with an outdated setting does not withdraw a notice', async () => {
    const due = await redemptionsToRemindOf(pool, { madeUntil: after(90), toldUntil: null, ttlSince: null, limit: 10 })
    await run(after(166), { ttl: ttl(180) })
    await remindOfRedemptions(pool, { toRemindOf: async () => due }, { now: after(166), ttl: null })
    expect(await lastDays(ani)).toEqual([dayAfter(180)])
    const { rows } = await pool.query<{ day: string }>('SELECT last_day::text AS day FROM redemption_reminders')
    expect(rows).toEqual([{ day: dayAfter(180) }])
  })
})
