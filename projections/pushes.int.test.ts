/** Notifications from the read models to a push service (decision 56). */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PushMessage, PushSubscribe } from '#contracts/calls/account/push.ts'
import { newBuyerCode } from '#accounts/buyer-codes.ts'
import { erasePerson } from '#accounts/erase.ts'
import { subscribeToPush } from '#accounts/push/subscriptions.ts'
import { dropOldPushes } from '#accounts/push/send-pushes.ts'
import { remindOfRedemptions } from '#accounts/redemption-reminders.ts'
import { createPushService, topicOf } from '#platform/push/push-service.ts'
import { openVapidKey } from '#platform/push/vapid-key.ts'
import { createPool, type Pool } from '#platform/postgres/postgres.ts'
import { inTransaction } from '#platform/postgres/transaction.ts'
import { insertBusiness, insertUser } from '../infra/testing/people/people-rows.ts'
import { SoftBrowser } from '../infra/testing/people/soft-browser.ts'
import { pushStandIn } from '../infra/testing/servers/push-stand-in.ts'
import { testDatabase } from '../infra/testing/servers/test-database.ts'
import { readModels } from './all.ts'
import { createPushes } from './pushes.ts'
import { redemptionsToRemindOf } from './redemptions/waiting.ts'
import { createCatchUp } from './runtime/catch-up/catch-up.ts'
import { startReplay, moveReplay } from './runtime/replay/replay-control.ts'
import { createReplayRunner } from './runtime/replay/replay-runner.ts'
import { arrayLog, History } from './testing/history.ts'

const { pool, services } = await testDatabase({ max: 12 })
const pushService = await pushStandIn()

const BEGIN = new Date('2026-02-01T08:00:00Z')
const after = (seconds: number) => new Date(BEGIN.getTime() + seconds * 1_000)
const key = openVapidKey({ key: `${'A'.repeat(42)}E`, file: '' })
const subject = 'help@hatik.test'
const service = createPushService({ key, subject }, pushService.requesting)
const history = new History()

const show = () => createCatchUp({ pool, log: arrayLog(history.events), readModels })()
const round = (now: Date, own: Pool = pool, signal = new AbortController().signal) =>
  createPushes({ pool: own, key, subject, log: { info: () => {}, warn: () => {} }, signal, service, now: () => now })()
const buyer = async () => (await insertUser(pool, { role: 'buyer', passwordHash: '!', code: newBuyerCode() })).id
const business = async (perks: string[] = []) =>
  (await insertBusiness(pool, { passwordHash: '!', plan: 'starter', status: 'active', perks })).id

async function subscribed(userId: number, given: Partial<PushSubscribe> = {}, at = BEGIN): Promise<SoftBrowser> {
  const browser = new SoftBrowser()
  const subscription = await inTransaction(pool, (client) =>
    subscribeToPush(client, { userId, epoch: 1_000, session: `of ${userId}` }, browser.subscription(given), at),
  )
  // To the service of the test.
  await pool.query('UPDATE push_subscriptions SET endpoint = $2 WHERE id = $1', [
    subscription?.id,
    pushService.address + new URL(browser.endpoint).pathname,
  ])
  return browser
}

const sentTo = (browser: SoftBrowser): PushMessage[] =>
  pushService.received
    .filter(({ path }) => path === new URL(browser.endpoint).pathname)
    .map(({ body }) => browser.read(body))
const bodiesTo = (browser: SoftBrowser) => sentTo(browser).map(({ body }) => body)
const deliveries = async (userId: number) =>
  (
    await pool.query<{ state: string; facts: unknown }>(
      `SELECT d.state, d.facts FROM push_deliveries d JOIN push_subscriptions s ON s.id = d.subscription_id
       WHERE s.user_id = $1 ORDER BY d.useful_until, d.cause`,
      [userId],
    )
  ).rows
const states = async (userId: number) => (await deliveries(userId)).map(({ state }) => state)

beforeEach(() => {
  pushService.received.length = 0
})
afterEach(() => {
  Object.assign(pushService.answers, { status: 201, headers: {}, before: async () => undefined })
})

async function account(perks: string[] = [], given: Partial<PushSubscribe> = {}) {
  const who = { businessId: await business(perks), buyerId: await buyer() }
  return { ...who, who, browser: await subscribed(who.buyerId, given) }
}

describe('an award', () => {
  it('is told once, encrypted, with business, points and balance, under a topic of the event', async () => {
    const { who, businessId, buyerId, browser } = await account()
    history.award(who, 5_000, { at: after(10) })
    await show()
    await Promise.all([round(after(11)), round(after(11))])
    await round(after(30))

    const [{ headers, body } = expect.fail('nothing arrived'), ...more] = pushService.received
    expect(more).toEqual([])
    const topic = topicOf(`award:${history.events.at(-1)!.id}`)
    expect(browser.read(body)).toEqual({
      title: `Business ${businessId}`,
      body: '+10 points. Your balance: 10.',
      tag: topic,
      lang: 'en',
      path: '/dashboard',
    })
    expect(body.includes('Business')).toBe(false)
    expect(headers).toMatchObject({
      topic,
      ttl: String(3_600 - 1),
      'content-encoding': 'aes128gcm',
      authorization: expect.stringContaining(`k=${key.publicKey}`),
    })
    expect(await deliveries(buyerId)).toEqual([{ state: 'sent', facts: {} }])
    const { rows } = await pool.query('SELECT last_success_at FROM push_subscriptions WHERE user_id = $1', [buyerId])
    expect(rows).toEqual([{ last_success_at: after(11) }])
  })

  it('that brings the cheapest perk within reach says so instead, once, in the language of the subscription', async () => {
    const { who, buyerId, browser } = await account(['50.0', '15.0'])
    const pointsOnly = await subscribed(buyerId, { kinds: ['points'], language: 'am' })
    const perkOnly = await subscribed(buyerId, { kinds: ['perk'], language: 'am' })
    const at = after(100)
    for (const amountAmd of [5_000, 2_500, 50]) history.award(who, amountAmd, { at })
    await show()
    await round(at)
    expect(bodiesTo(browser).toSorted()).toEqual([
      '+0.1 points. Your balance: 15.1.',
      '+10 points. Your balance: 10.',
      '+5 points. Your 15 points are now enough for a perk.',
    ])
    expect(bodiesTo(pointsOnly)).toHaveLength(3)
    expect(bodiesTo(perkOnly)).toEqual(['+5 միավոր։ Ձեր 15 միավորն արդեն բավարար է պարգևի համար։'])
    expect(sentTo(perkOnly)[0]?.lang).toBe('hy')
  })

  it('of before the subscription, of more than an hour ago, or imported as an old one is not told', async () => {
    const { who, buyerId } = await account()
    history.award(who, 5_000, { at: after(-1) })
    history.award(who, 5_000, { at: after(10) })
    history.award(who, 5_000, { at: after(3_700), happenedAt: after(20) })
    await show()
    await round(after(3_700))
    expect(await states(buyerId)).toEqual([])
  })

  it('ordered but not sent within the hour is given up, and so is one whose kind was switched off', async () => {
    const [late, off] = [await account(), await account()]
    pushService.answers.status = 503
    for (const { who } of [late, off]) history.award(who, 5_000, { at: after(10) })
    await show()
    await round(after(11))
    await pool.query(`UPDATE push_subscriptions SET kinds = '{code}' WHERE user_id = $1`, [off.buyerId])
    pushService.answers.status = 201
    await round(after(3_611))
    expect(await states(late.buyerId)).toEqual(['given_up'])
    expect(await states(off.buyerId)).toEqual(['given_up'])
  })

  it('is told by the worker that lives, under the same topic and tag, if another was killed before it recorded', async () => {
    const { who, buyerId, browser } = await account()
    history.award(who, 5_000, { at: after(10) })
    await show()
    const killed = createPool(services.databaseUrl, { max: 4, name: 'test-killed' })
    pushService.answers.before = () => killed.end()
    await expect(round(after(11), killed)).rejects.toThrow()
    pushService.answers.before = async () => undefined
    expect(await states(buyerId)).toEqual(['waiting'])
    await round(after(12))
    expect(sentTo(browser)).toHaveLength(1)
    await round(after(90))
    await round(after(200))
    const [first, second, ...more] = sentTo(browser)
    expect([second, more]).toEqual([first, []])
    expect(new Set(pushService.received.map(({ headers }) => headers['topic'])).size).toBe(1)
    expect(await states(buyerId)).toEqual(['sent'])
  })
})

describe('a push service', () => {
  it.each([404, 410])('that knows the browser no more (%i) ends its subscription', async (status) => {
    const { who, buyerId } = await account()
    pushService.answers.status = status
    history.award(who, 5_000, { at: after(10) })
    await show()
    await round(after(11))
    const { rows } = await pool.query('SELECT FROM push_subscriptions WHERE user_id = $1', [buyerId])
    expect(rows).toEqual([])
    await round(after(200))
    expect(pushService.received).toHaveLength(1)
  })

  it('that fails is asked again, five times at most', async () => {
    const { who, buyerId } = await account()
    pushService.answers.status = 500
    history.award(who, 5_000, { at: after(10) })
    await show()
    const asked = []
    for (const seconds of [11, 20, 30, 60, 100, 300, 450, 1_000, 1_400, 3_000]) {
      await round(after(seconds))
      asked.push(pushService.received.length)
    }
    expect(asked).toEqual([1, 1, 2, 2, 3, 3, 4, 4, 5, 5])
    expect(await states(buyerId)).toEqual(['given_up'])
  })

  it('that refuses is not asked again, and one that redirects is not followed', async () => {
    for (const [status, headers] of [
      [403, {}],
      [302, { location: `${pushService.address}/elsewhere` }],
    ] as const) {
      const { who, buyerId } = await account()
      pushService.received.length = 0
      Object.assign(pushService.answers, { status, headers })
      history.award(who, 5_000, { at: after(10) })
      await show()
      await round(after(11))
      await round(after(200))
      expect(pushService.received).toHaveLength(1)
      expect(await states(buyerId)).toEqual(['given_up'])
    }
  })

  it('within the own network is never connected to', async () => {
    const open = createPushService({ key, subject })
    const { keys } = new SoftBrowser().subscription()
    for (const endpoint of [
      `${pushService.address}/a`,
      'https://127.0.0.1/a',
      'https://[::1]/a',
      'https://localhost/a',
    ])
      await expect(open.send({ endpoint, ...keys }, '{}', { ttlSeconds: 60, topic: 'a' })).rejects.toMatchObject({
        code: 'EADDRNOTPUBLIC',
        permanent: true,
      })
    expect(pushService.received).toEqual([])
  })
})

describe('a person', () => {
  it('who is erased is told nothing more, also if a message is under way', async () => {
    const { who, buyerId } = await account()
    const erase = () => inTransaction(pool, (client) => erasePerson(client, buyerId))
    history.award(who, 5_000, { at: after(10) })
    await show()
    pushService.answers.before = erase
    await round(after(11))
    history.award(who, 5_000, { at: after(20) })
    await show()
    await round(after(21))
    expect(pushService.received).toHaveLength(1)
    const { rows } = await pool.query('SELECT FROM push_deliveries WHERE state = $1', ['waiting'])
    expect(rows).toEqual([])
  })

  it('all of whose sessions end is told nothing more', async () => {
    const { who, buyerId } = await account()
    history.award(who, 5_000, { at: after(10) })
    await show()
    await pool.query('UPDATE users SET session_epoch = session_epoch + 1 WHERE id = $1', [buyerId])
    await round(after(11))
    expect(pushService.received).toEqual([])
  })
})

describe('rebuilding the read models', () => {
  it('tells nothing again, during it and after the switch', async () => {
    const { who } = await account()
    history.award(who, 5_000, { at: after(10) })
    await show()
    await round(after(11))
    expect(pushService.received).toHaveLength(1)
    await pool.query('DELETE FROM push_deliveries')

    const runner = createReplayRunner({ pool, openLog: () => arrayLog(history.events), readModels })
    await startReplay(pool, { reason: 'a test', startedBy: 1 })
    await runner.run()
    await round(after(12))
    await moveReplay(pool, { from: ['ready'], to: 'switching' })
    await runner.run()
    await round(after(13))
    expect(pushService.received).toHaveLength(1)

    history.award(who, 5_000, { at: after(20) })
    await show()
    await round(after(21))
    expect(pushService.received).toHaveLength(2)
  })
})

describe('a code that ends', () => {
  const DAYS = 86_400
  const ttl = { days: 104, since: after(-1) }
  const remind = (now: Date) =>
    remindOfRedemptions(pool, { toRemindOf: (wanted) => redemptionsToRemindOf(pool, wanted) }, { now, ttl })
  const midnight = new Date('2026-05-02T20:00:10Z')
  const morning = new Date('2026-05-03T06:00:00Z')

  it('is told once with its last day, in the morning of the day of the reminder', async () => {
    const { who, buyerId, browser } = await account()
    history.award(who, 5_000, { at: after(10) })
    history.redeem(who, 20)
    await show()
    await pool.query(`UPDATE read.redemptions SET created_at = $2 WHERE buyer_id = $1`, [buyerId, BEGIN])
    await remind(midnight)
    await remind(midnight)
    await round(midnight)
    expect(bodiesTo(browser)).toEqual([])
    await round(morning)
    await round(after(120 * DAYS))
    expect(bodiesTo(browser)).toEqual(['Your perk is waiting. Show its code by 17 May 2026.'])
  })

  it('that is learnt of after nine in the evening is told the next morning', async () => {
    const { who, buyerId, browser } = await account()
    history.award(who, 5_000, { at: after(10) })
    history.redeem(who, 20)
    await show()
    await pool.query(`UPDATE read.redemptions SET created_at = $2 WHERE buyer_id = $1`, [buyerId, BEGIN])
    const night = new Date('2026-05-03T18:30:00Z')
    await remind(night)
    await round(night)
    expect(bodiesTo(browser)).toEqual([])
    await round(new Date('2026-05-04T06:00:00Z'))
    expect(bodiesTo(browser)).toHaveLength(1)
  })

  it('but is used before the morning is not told', async () => {
    const { who, buyerId, browser } = await account()
    history.award(who, 5_000, { at: after(10) })
    const redemptionId = history.redeem(who, 20)
    await show()
    await pool.query(`UPDATE read.redemptions SET created_at = $2 WHERE buyer_id = $1`, [buyerId, BEGIN])
    await remind(midnight)
    history.use(who, redemptionId)
    await show()
    await round(morning)
    expect(bodiesTo(browser)).toEqual([])
    expect(await states(buyerId)).toEqual(['given_up'])
  })
})

it('ended notifications are kept for thirty days', async () => {
  const { who, buyerId } = await account()
  history.award(who, 5_000, { at: after(10) })
  await show()
  await round(after(11))
  await dropOldPushes(pool, after(29 * 86_400))
  expect(await states(buyerId)).toEqual(['sent'])
  await dropOldPushes(pool, after(31 * 86_400))
  expect(await states(buyerId)).toEqual([])
})
