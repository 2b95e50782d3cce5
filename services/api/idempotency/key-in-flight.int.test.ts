/**
 * A write that may no longer begin, while its first try is executing: the retry gets an unknown outcome, then the first
 * response. A refusal would make the buyer start anew and have the perk twice.
 */
import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Subscription } from '#contracts/calls/business.ts'
import { yerevanMonth } from '#contracts/units/time.ts'
import { eventsDatabase } from '../../../infra/local/servers/database.ts'
import { startProduct, type Product } from '../../../infra/testing/servers/test-product.ts'
import { waitUntil } from '../../../infra/testing/wait-until.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product.close())

/** The lock delays the store's commit; the first try gives up after five seconds. */
async function whileNothingIsCommitted<T>(first: () => Promise<T>, meanwhile: () => Promise<void>): Promise<T> {
  const store = new pg.Client(eventsDatabase(product.services.databaseUrl))
  await store.connect()
  try {
    await store.query('BEGIN; LOCK TABLE events IN EXCLUSIVE MODE')
    const answered = first()
    await waitUntil(
      'the store waits',
      async () =>
        (
          await store.query(
            'SELECT 1 FROM pg_locks WHERE NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())',
          )
        ).rowCount,
    )
    await meanwhile()
    await store.query('ROLLBACK')
    return await answered
  } finally {
    await store.end()
  }
}

async function changeClaims(leftMs: (leftMs: number) => number): Promise<void> {
  const redis = new Redis(product.services.redisUrl)
  for (const claim of await redis.keys('hatik:key:*')) await redis.pexpire(claim, leftMs(await redis.pttl(claim)))
  redis.disconnect()
}

const aMinutePasses = () => changeClaims((leftMs) => leftMs - 60_000)

// Locks the embedded store's table.
describe.skipIf(process.env['EVENTSTORE_URL'])('meanwhile', () => {
  it('the perk costs more (R139, H9)', async () => {
    const cafe = await product.business({ perks: ['1.0'] })
    const ani = await product.buyer()
    await cafe.write('POST', `/api/business/${cafe.id}/award-points`, { buyerId: ani.code, amountSpent: 5_000 })
    const [perkId] = cafe.perkIds
    const redeem = (key: string) => ani.write('POST', `/api/buyer/${ani.id}/redeem`, { perkId, pointsRequired: 1 }, key)
    const key = randomUUID()
    const raised = () =>
      cafe.write('PUT', `/api/business/${cafe.id}/perks/${perkId}`, {
        name: 'Coffee',
        description: 'Black',
        pointsRequired: 1.5,
      })
    const first = await whileNothingIsCommitted(
      () => redeem(key),
      async () => {
        expect((await raised()).status).toBe(200)
        expect(await redeem(key)).toMatchObject({ status: 504, body: { code: 'outcome_unknown' } })
        expect(await redeem(randomUUID())).toMatchObject({ status: 409, body: { code: 'perk_costs_more' } })
      },
    )
    expect(first.status).toBe(200)
    expect(await redeem(key)).toMatchObject({ status: 200, body: first.body })
    expect((await ani.get<unknown[]>(`/api/buyer/${ani.id}/redemptions`)).body).toHaveLength(1)
  })

  it('the perk costs more, and the first try got an unknown outcome: it may still be written, so the retry is not refused', async () => {
    const cafe = await product.business({ perks: ['1.0'] })
    const ani = await product.buyer()
    await cafe.write('POST', `/api/business/${cafe.id}/award-points`, { buyerId: ani.code, amountSpent: 5_000 })
    const [perkId] = cafe.perkIds
    const key = randomUUID()
    const redeem = () => ani.write('POST', `/api/buyer/${ani.id}/redeem`, { perkId, pointsRequired: 1 }, key)
    let first: ReturnType<typeof redeem> | undefined
    await whileNothingIsCommitted(
      () => (first = redeem()),
      async () => {
        expect(await first).toMatchObject({ status: 504, body: { code: 'outcome_unknown' } })
        await cafe.write('PUT', `/api/business/${cafe.id}/perks/${perkId}`, {
          name: 'Coffee',
          description: 'Black',
          pointsRequired: 1.5,
        })
        expect(await redeem()).toMatchObject({ status: 504, body: { code: 'outcome_unknown' } })
      },
    )
  })

  it('a retry is executing a minute after a refused first try: a further retry is not refused, either', async () => {
    const cafe = await product.business({ perks: ['1.0'] })
    const ani = await product.buyer()
    const [perkId] = cafe.perkIds
    const redeem = (key: string) => ani.write('POST', `/api/buyer/${ani.id}/redeem`, { perkId, pointsRequired: 1 }, key)
    const key = randomUUID()
    expect(await redeem(key)).toMatchObject({ status: 409, body: { code: 'insufficient_points' } })
    await cafe.write('POST', `/api/business/${cafe.id}/award-points`, { buyerId: ani.code, amountSpent: 5_000 })
    await aMinutePasses()
    const raised = () =>
      cafe.write('PUT', `/api/business/${cafe.id}/perks/${perkId}`, {
        name: 'Coffee',
        description: 'Black',
        pointsRequired: 1.5,
      })
    const repeated = await whileNothingIsCommitted(
      () => redeem(key),
      async () => {
        expect((await raised()).status).toBe(200)
        expect(await redeem(key)).toMatchObject({ status: 504, body: { code: 'outcome_unknown' } })
      },
    )
    expect(repeated.status).toBe(200)
    expect(await redeem(key)).toMatchObject({ status: 200, body: repeated.body })
    expect((await ani.get<unknown[]>(`/api/buyer/${ani.id}/redemptions`)).body).toHaveLength(1)
  })

  it('a retry of a running call is not refused though the trial has ended (H28)', async () => {
    const cafe = await product.business()
    const ani = await product.buyer()
    const award = (key: string) =>
      cafe.write('POST', `/api/business/${cafe.id}/award-points`, { buyerId: ani.code, amountSpent: 5_000 }, key)
    const key = randomUUID()
    const first = await whileNothingIsCommitted(
      () => award(key),
      async () => {
        await product.pool.query(`UPDATE business_profiles SET status = 'trial_expired' WHERE user_id = $1`, [cafe.id])
        await waitUntil(
          'the status takes effect',
          async () => (await cafe.get(`/api/business/${cafe.id}/stats`)).status === 403,
        )
        expect(await award(key)).toMatchObject({ status: 504, body: { code: 'outcome_unknown' } })
      },
    )
    expect(first.status).toBe(200)
    expect(await award(key)).toMatchObject({ status: 200, body: first.body })
  })

  it('its plan gets a limit, and the month is full (R212, H11)', async () => {
    const cafe = await product.business({ plan: 'prime' })
    const ani = await product.buyer()
    const award = (key: string) =>
      cafe.write('POST', `/api/business/${cafe.id}/award-points`, { buyerId: ani.code, amountSpent: 5_000 }, key)
    const key = randomUUID()
    const first = await whileNothingIsCommitted(
      () => award(key),
      async () => {
        await product.pool.query('INSERT INTO quota (business_id, month, used) VALUES ($1, $2, 1000000)', [
          cafe.id,
          yerevanMonth(new Date()),
        ])
        await product.pool.query(`UPDATE business_profiles SET subscription_plan = 'starter' WHERE user_id = $1`, [
          cafe.id,
        ])
        await waitUntil(
          'the plan takes effect',
          async () =>
            (await cafe.get<Subscription>(`/api/business/${cafe.id}/subscription`)).body.subscriptionPlan === 'starter',
        )
        expect(await award(randomUUID())).toMatchObject({ status: 403, body: { code: 'transaction_limit_exceeded' } })
        // At once, because each waits for two seconds of the first try's five.
        const unknown = { status: 504, body: { code: 'outcome_unknown' } }
        expect(await Promise.all([award(key), award(key)])).toMatchObject([unknown, unknown])
      },
    )
    expect(first.status).toBe(200)
    expect(await award(key)).toMatchObject({ status: 200, body: first.body })
  })

  it('nothing, because the first try was refused: each retry is refused for the current reason', async () => {
    const cafe = await product.business({ perks: ['1.0'] })
    const ani = await product.buyer()
    const [perkId] = cafe.perkIds
    const key = randomUUID()
    const redeem = () => ani.write('POST', `/api/buyer/${ani.id}/redeem`, { perkId, pointsRequired: 1 }, key)
    for (let time = 0; time < 3; time += 1)
      expect(await redeem()).toMatchObject({ status: 409, body: { code: 'insufficient_points' } })
    await cafe.write('POST', `/api/business/${cafe.id}/award-points`, { buyerId: ani.code, amountSpent: 5_000 })
    expect(
      (
        await cafe.write('PUT', `/api/business/${cafe.id}/perks/${perkId}`, {
          name: 'Coffee',
          description: 'Black',
          pointsRequired: 1.5,
        })
      ).status,
    ).toBe(200)
    expect(await redeem()).toMatchObject({ status: 409, body: { code: 'perk_costs_more' } })
  })

  it('the first try was lost: retries get an unknown outcome only while it could be executing', async () => {
    const cafe = await product.business({ perks: ['1.0'] })
    const ani = await product.buyer()
    const key = randomUUID()
    const redeem = () =>
      ani.write('POST', `/api/buyer/${ani.id}/redeem`, { perkId: cafe.perkIds[0], pointsRequired: 1 }, key)
    await redeem()
    // As if begun 18 seconds ago without an outcome.
    await changeClaims(() => 7 * 24 * 60 * 60 * 1000 - 18_000)
    expect(await redeem()).toMatchObject({ status: 504, body: { code: 'outcome_unknown' } })
    await waitUntil('it is refused', async () => (await redeem()).status === 409)
  })
})
